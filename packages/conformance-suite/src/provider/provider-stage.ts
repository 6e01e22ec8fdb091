import { randomUUID } from "node:crypto";
import type { ExecResult, ExecTerms, FileSystemHandle, ProviderReport, SandboxHandle, SandboxLimits, SandboxProvider } from "@ambit/api-types";
import { within } from "../sandbox/within.ts";
import type { ProviderGround } from "./provider-ground.ts";

/** What a case's command differs in from an ordinary one. */
export type CommandChanges = Partial<Omit<ExecTerms, "command">> & { readonly signal?: AbortSignal };

/** What a case works with. */
export interface ProviderStage {
  readonly ground: ProviderGround;
  readonly provider: SandboxProvider;
  /** What the provider says of itself; undefined where it says nothing. */
  readonly report: ProviderReport | undefined;
  /** Limits of an ordinary environment, with no egress. */
  readonly limits: SandboxLimits;
  /** A signal that nobody aborts. */
  readonly signal: AbortSignal;
  /** A name that nothing has yet. */
  name(): string;
  fileSystem(limits?: Partial<SandboxLimits>, name?: string): Promise<FileSystemHandle>;
  /** An instance; on a file system of its own where none is given. */
  instance(given?: { readonly fileSystem?: FileSystemHandle; readonly name?: string; readonly limits?: Partial<SandboxLimits> }): Promise<SandboxHandle>;
  /** Runs a line; fails where it does not end long after its time limit. */
  exec(instance: SandboxHandle, command: string, changes?: CommandChanges): Promise<ExecResult>;
  write(instance: SandboxHandle, path: string, text: string): Promise<void>;
  /** Text of a file, or null. */
  read(instance: SandboxHandle, path: string): Promise<string | null>;
  /** Closes the provider and opens another one on the same ground: what outlives a provider is there. */
  reopen(): Promise<void>;
}

/** A stage and its end. */
export interface OwnedProviderStage extends ProviderStage {
  clear(): Promise<void>;
}

/** Milliseconds that one step may take before its case fails. */
const PATIENCE = 60_000;

/** Limits of the suite's environments. */
const usualLimits: SandboxLimits = { cpu: 1, memoryMb: 256, diskMb: 64, egress: "none", allowHosts: [] };

/** Opens a provider on a ground for one case. Cases about what happens without one open none themselves. */
export async function openProviderStage(ground: ProviderGround, wrap: (provider: SandboxProvider) => SandboxProvider = (provider) => provider): Promise<OwnedProviderStage> {
  const stage = new Stage(ground, wrap);
  await stage.reopen();
  return stage;
}

class Stage implements OwnedProviderStage {
  readonly ground: ProviderGround;
  readonly limits: SandboxLimits;
  readonly signal: AbortSignal = new AbortController().signal;
  readonly #wrap: (provider: SandboxProvider) => SandboxProvider;
  #provider: SandboxProvider | undefined;
  #report: ProviderReport | undefined;

  constructor(ground: ProviderGround, wrap: (provider: SandboxProvider) => SandboxProvider) {
    this.ground = ground;
    this.limits = { ...usualLimits, ...ground.limits };
    this.#wrap = wrap;
  }

  get provider(): SandboxProvider {
    if (this.#provider === undefined) throw new Error("No provider is open.");
    return this.#provider;
  }

  get report(): ProviderReport | undefined {
    return this.#report;
  }

  name(): string {
    return `ambit-case-${randomUUID().slice(0, 13)}`;
  }

  fileSystem(limits: Partial<SandboxLimits> = {}, name: string = this.name()): Promise<FileSystemHandle> {
    return within(PATIENCE, "createFileSystem", this.provider.createFileSystem({ name, limits: { ...this.limits, ...limits }, signal: this.signal }));
  }

  async instance({ fileSystem, name = this.name(), limits = {} }: { readonly fileSystem?: FileSystemHandle; readonly name?: string; readonly limits?: Partial<SandboxLimits> } = {}): Promise<SandboxHandle> {
    const files = fileSystem ?? (await this.fileSystem(limits));
    return within(PATIENCE, "create", this.provider.create({ name, limits: { ...this.limits, ...limits }, fileSystem: files, signal: this.signal }));
  }

  exec(instance: SandboxHandle, command: string, changes: CommandChanges = {}): Promise<ExecResult> {
    const args = { command, timeoutMs: 30_000, maxOutputBytes: 256 * 1024, tag: "suite", actor: { accountId: "suite", conversationId: "suite" }, signal: this.signal, ...changes };
    const running = within(args.timeoutMs + PATIENCE, `exec of ${command.slice(0, 60)}`, this.provider.exec(instance, args));
    // A case that fails while a command runs asks after it no more.
    running.catch(() => undefined);
    return running;
  }

  write(instance: SandboxHandle, path: string, text: string): Promise<void> {
    return within(PATIENCE, "writeFile", this.provider.writeFile(instance, path, Buffer.from(text), this.signal));
  }

  async read(instance: SandboxHandle, path: string): Promise<string | null> {
    const file = await within(PATIENCE, "readFile", this.provider.readFile(instance, path, { maxBytes: 1024 * 1024, signal: this.signal }));
    return file === null ? null : Buffer.from(file.data).toString();
  }

  async reopen(): Promise<void> {
    await this.#close();
    this.#provider = this.#wrap(await within(PATIENCE, "open", this.ground.open()));
    this.#report = await this.#provider.describe?.();
  }

  async clear(): Promise<void> {
    await this.#close();
    await within(PATIENCE, "dispose", this.ground.dispose());
  }

  async #close(): Promise<void> {
    const before = this.#provider;
    this.#provider = undefined;
    if (before?.close !== undefined) await within(PATIENCE, "close", before.close());
  }
}
