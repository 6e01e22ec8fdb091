import { randomUUID } from "node:crypto";
import { AmbitError, type ExecResult, type SandboxActor, type SandboxFile, type SandboxHandle, type SandboxProvider, type SandboxStat } from "@ambit/api-types";
import type { KeyedLock } from "../host/keyed-lock.ts";
import { type EditOptions, editFile } from "./edit-file.ts";
import type { Environments } from "./environment.ts";
import { type GlobOptions, type GlobResult, globFiles } from "./glob-files.ts";
import { type GrepOptions, type GrepResult, grepFiles } from "./grep-files.ts";
import { HolderLease } from "./holder-lease.ts";
import { checkSandboxPath } from "./sandbox-paths.ts";
import type { CommandOptions, ReadOptions, SandboxServiceOptions, SandboxSession } from "./sandbox-service.ts";

const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_OUTPUT_BYTES = 256 * 1024;
const DEFAULT_READ_BYTES = 256 * 1024;

/** What a session works with. */
export interface SessionParts {
  readonly options: SandboxServiceOptions;
  readonly environments: Environments;
  readonly environment: string;
  readonly actor: SandboxActor;
  readonly leaseMs: number;
  readonly now: () => number;
  /** Ends the commands of holders that crashed. */
  readonly cleanUp: () => Promise<unknown>;
  readonly onEnd: (session: OpenSession) => void;
  /** Edits of one file, one after the other. */
  readonly edits: KeyedLock;
}

/** One holder of an environment. */
export class OpenSession implements SandboxSession {
  readonly environment: string;
  readonly tag: string = randomUUID();
  readonly #parts: SessionParts;
  readonly #control = new AbortController();
  #lease: HolderLease | undefined;

  private constructor(parts: SessionParts) {
    this.#parts = parts;
    this.environment = parts.environment;
  }

  /** Takes the lease, and opens. */
  static async open(parts: SessionParts): Promise<OpenSession> {
    const session = new OpenSession(parts);
    const { environment, leaseMs, now, options } = parts;
    session.#lease = await HolderLease.take({
      store: options.store,
      environment,
      tag: session.tag,
      leaseMs,
      now,
      onLost: () => session.#end(leaseLost()),
      onRenewed: () => void parts.cleanUp().catch(() => undefined),
    });
    return session;
  }

  get signal(): AbortSignal {
    return this.#control.signal;
  }

  exec(command: string, { cwd, env, timeoutMs = DEFAULT_TIMEOUT_MS, maxOutputBytes = DEFAULT_OUTPUT_BYTES, signal }: CommandOptions = {}): Promise<ExecResult> {
    return this.#use(signal, (provider, instance, both) =>
      provider.exec(instance, { command, timeoutMs, maxOutputBytes, tag: this.tag, actor: this.#parts.actor, signal: both, ...(cwd !== undefined && { cwd }), ...(env !== undefined && { env }) }));
  }

  async readFile(path: string, { maxBytes = DEFAULT_READ_BYTES, signal }: ReadOptions = {}): Promise<SandboxFile | null> {
    checkSandboxPath(path);
    return this.#use(signal, (provider, instance, both) => provider.readFile(instance, path, { maxBytes, signal: both }));
  }

  async writeFile(path: string, data: Uint8Array | string, signal?: AbortSignal): Promise<void> {
    checkSandboxPath(path);
    const bytes = typeof data === "string" ? Buffer.from(data) : data;
    await this.#use(signal, (provider, instance, both) => provider.writeFile(instance, path, bytes, both));
  }

  async stat(path: string, signal?: AbortSignal): Promise<SandboxStat | null> {
    checkSandboxPath(path);
    return this.#use(signal, (provider, instance, both) => provider.stat(instance, path, both));
  }

  glob(pattern: string, options?: GlobOptions): Promise<GlobResult> {
    return globFiles(this, pattern, options);
  }

  grep(pattern: string, options?: GrepOptions): Promise<GrepResult> {
    return grepFiles(this, pattern, options);
  }

  edit(path: string, oldText: string, newText: string, options?: EditOptions): Promise<void> {
    return this.#parts.edits.run(`${this.environment} ${path}`, () => editFile(this, path, oldText, newText, options));
  }

  async close(): Promise<void> {
    if (this.#control.signal.aborted) return;
    this.#end(new AmbitError("CALL_CANCELLED", "The session was closed."));
    const { options, environments } = this.#parts;
    const { signal } = new AbortController();
    try {
      // What it left in the background goes with it. Nothing of it is there where the instance is gone.
      await environments.use(this.environment, signal, (instance) => options.provider.killTagged(instance, [this.tag], signal));
      await this.#lease?.release();
    } catch {
      // Whoever comes next ends it, when the lease has run out.
    }
  }

  #end(reason: AmbitError): void {
    if (this.#control.signal.aborted) return;
    this.#lease?.abandon();
    this.#control.abort(reason);
    this.#parts.onEnd(this);
  }

  async #use<T>(signal: AbortSignal | undefined, work: (provider: SandboxProvider, instance: SandboxHandle, both: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#lease?.holds !== true) this.#end(leaseLost());
    const both = signal === undefined ? this.signal : AbortSignal.any([this.signal, signal]);
    both.throwIfAborted();
    return this.#parts.environments.use(this.environment, both, (instance) => work(this.#parts.options.provider, instance, both));
  }
}

function leaseLost(): AmbitError {
  return new AmbitError("SANDBOX_FAILED", "The session's lease has run out: others may have ended its commands. Open another session.");
}
