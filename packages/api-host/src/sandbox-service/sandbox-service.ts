import type { ExecResult, HostStore, SandboxActor, SandboxFile, SandboxLimits, SandboxProvider, SandboxStat } from "@ambit/api-types";
import type { EditOptions } from "./edit-file.ts";
import type { GlobOptions, GlobResult } from "./glob-files.ts";
import type { GrepOptions, GrepResult } from "./grep-files.ts";

/** What an environment is made with. It keeps to it until it is removed. */
export interface EnvironmentTerms {
  readonly limits: SandboxLimits;
  /** The provider's own choice where absent. */
  readonly image?: string;
}

/** How a session is opened. */
export interface SessionOptions {
  readonly actor: SandboxActor;
  /** Ends the session, with its commands. */
  readonly signal?: AbortSignal;
}

/** How a session's command runs. */
export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Wall time, milliseconds. Default 60 s. */
  readonly timeoutMs?: number;
  /** Bytes kept of both streams together. Default 256 KiB. */
  readonly maxOutputBytes?: number;
  readonly signal?: AbortSignal;
}

/** A part of a file. */
export interface ReadOptions {
  /** Default 256 KiB. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

/**
 * One holder of an environment. Its commands carry its own tag; several sessions work in one environment at once. Paths lie below
 * `/workspace`, `/skills` or `/tmp`, else `PERMISSION_DENIED`. Every call ends in `FILE_SYSTEM_GONE` once the environment's files are lost, and in
 * `SANDBOX_FAILED` once the session's lease has run out.
 */
export interface SandboxSession {
  readonly environment: string;
  /** Tag of its commands. */
  readonly tag: string;
  /** Aborted when the session is over, whatever ended it. */
  readonly signal: AbortSignal;
  exec(command: string, options?: CommandOptions): Promise<ExecResult>;
  readFile(path: string, options?: ReadOptions): Promise<SandboxFile | null>;
  writeFile(path: string, data: Uint8Array | string, signal?: AbortSignal): Promise<void>;
  stat(path: string, signal?: AbortSignal): Promise<SandboxStat | null>;
  /** Finds files by the form of their paths. */
  glob(pattern: string, options?: GlobOptions): Promise<GlobResult>;
  /** Finds lines by an extended regular expression. */
  grep(pattern: string, options?: GrepOptions): Promise<GrepResult>;
  /** Replaces a text in a file. */
  edit(path: string, oldText: string, newText: string, options?: EditOptions): Promise<void>;
  /** Ends its commands and gives its lease back. */
  close(): Promise<void>;
}

/** What is known of an environment. */
export interface EnvironmentState {
  readonly terms: EnvironmentTerms;
  /** Whether its files are lost. It takes nothing then, until it is removed. */
  readonly lost: boolean;
}

/** Environments on one provider. */
export interface SandboxService {
  /**
   * Opens a session in an environment, which is made where there is none.
   *
   * @param terms of a new environment; one that exists keeps its own.
   * @throws AmbitError `FILE_SYSTEM_GONE` for one whose files are lost; what the provider's creations end in.
   */
  open(environment: string, terms: EnvironmentTerms, options: SessionOptions): Promise<SandboxSession>;
  /** What is known of an environment; undefined where there is none. */
  state(environment: string): Promise<EnvironmentState | undefined>;
  /** Lays the instance of an environment to rest; its next use starts it. */
  suspend(environment: string, signal?: AbortSignal): Promise<void>;
  /** Drops the instance of an environment; its next use makes another one on the same files. */
  dropInstance(environment: string, signal?: AbortSignal): Promise<void>;
  /** Deletes an environment with its files. Nothing happens where there is none. */
  remove(environment: string, signal?: AbortSignal): Promise<void>;
  /** Ends the commands of holders whose leases ran out; tells how many holders those were. Sessions do it by themselves, too. */
  cleanUp(environment: string): Promise<number>;
  /** Closes all sessions of this service. The provider and the store are their owner's. */
  close(): Promise<void>;
}

/** What a service is made of. */
export interface SandboxServiceOptions {
  readonly provider: SandboxProvider;
  /** Keeps what is known of environments, and the leases of holders; may be shared by several hosts. */
  readonly store: Pick<HostStore, "kv" | "leases">;
  /** Milliseconds that a holder may be silent before it counts as crashed. Default 30 s. */
  readonly leaseMs?: number;
  /** Milliseconds since 1970. For tests. */
  readonly now?: () => number;
}
