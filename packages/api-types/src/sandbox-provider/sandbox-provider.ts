import type { ExecArgs, ExecResult } from "./exec-terms.ts";
import type { ProviderReport } from "./provider-report.ts";
import type { SandboxLimits } from "./sandbox-limits.ts";

/** Names an instance to its provider. A plain value: it may be stored and used by another process. */
export interface SandboxHandle {
  readonly id: string;
}

/** Names a file system to its provider. A plain value, as {@link SandboxHandle} is. */
export interface FileSystemHandle {
  readonly id: string;
}

/** How a file system is made. */
export interface FileSystemSpec {
  /** Such as `ambit-env-<environment>`; see `sandboxNameSchema`. */
  readonly name: string;
  readonly limits: SandboxLimits;
  readonly signal: AbortSignal;
}

/** How an instance is made. */
export interface InstanceSpec {
  readonly name: string;
  /** The provider's own choice where absent. A provider without images refuses one (`REFUSED`). */
  readonly image?: string;
  readonly limits: SandboxLimits;
  readonly fileSystem: FileSystemHandle;
  readonly signal: AbortSignal;
}

/** What `readFile` found. */
export interface SandboxFile {
  readonly data: Uint8Array;
  /** Whether the file has more than `data`. */
  readonly truncated: boolean;
}

/** What `stat` found; links are followed. */
export interface SandboxStat {
  readonly kind: "file" | "directory" | "other";
  /** Bytes, of a file. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
}

/**
 * A place where an application runs commands and keeps files: `sandbox@2`. A provider has these primitives alone; search and edit are
 * made of them by whoever uses it.
 *
 * **File systems and instances.** `createFileSystem` makes the files of an environment; they live until `destroyFileSystem`. `create` makes
 * an instance that is attached to a file system which exists; `destroy` drops the instance and `suspend` lays it to rest, and both
 * keep the files. Where the file system is gone, `create` throws `FileSystemGoneError`, and never makes an empty one in its place.
 *
 * **Creation by name.** Both creations give back what exists under the name, also when they run at once. An instance with another
 * file system or other limits than were asked for is not given back: `REFUSED`.
 *
 * **A gone instance.** When it is gone for good, `resume` gives `gone`; `exec`, `readFile`, `writeFile`, `stat`, `killAll` and
 * `killTagged` throw `SandboxGoneError`; `suspend` and `destroy` succeed. What may pass is another error (`SANDBOX_FAILED`).
 *
 * **Starting by itself.** When the instance exists but does not run, whatever stopped it, the six calls named above start it first, as
 * `resume` does, with the files kept, and do not fail. Two that find it stopped at once both succeed.
 *
 * **Time limits hold inside too.** A provider that dies takes its timers with it, and a connection that breaks ends no command. So
 * a command is also ended by something inside the sandbox, a few seconds after `timeoutMs`, with its tree.
 *
 * **Abort.** Every method heeds its signal at once. Aborted before the call: it rejects with the signal's reason, and nothing is done. Aborted on the way: it ends
 * soon, with the reason. Only `exec` differs, once its command has begun: it ends the command and what that has started, and resolves with `exitCode: null`,
 * `timedOut: false` and the output so far.
 *
 * **At once.** `exec`, `readFile`, `writeFile` and `stat` may run at once on one instance. An aborted `exec` ends its own command alone.
 */
export interface SandboxProvider {
  /** Several calls may run on one instance at once: required, not a choice. */
  readonly concurrentExec: true;
  /** Whether sessions that share an instance are kept apart inside of it. Absent: they are not. */
  readonly sessionIsolation?: boolean;
  /**
   * Says what can be kept here. Optional, since providers made for other applications have none.
   */
  describe?(): Promise<ProviderReport>;
  /** Makes a file system, or gives back the one of that name. */
  createFileSystem(spec: FileSystemSpec): Promise<FileSystemHandle>;
  /** Deletes a file system with its files, and the instances attached to it. Succeeds where it does not exist. */
  destroyFileSystem(fileSystem: FileSystemHandle, signal: AbortSignal): Promise<void>;
  /** As {@link SandboxProvider.destroyFileSystem}, for whoever has no handle: it was made, and its maker stopped before it was recorded. */
  destroyFileSystemByName(name: string, signal: AbortSignal): Promise<void>;
  /**
   * Makes an instance on a file system, or gives back the one of that name.
   *
   * @throws AmbitError `FILE_SYSTEM_GONE`; `REFUSED` for a limit or an egress that cannot be kept, for an image where there are none, and for an
   * instance of that name with other terms.
   */
  create(spec: InstanceSpec): Promise<SandboxHandle>;
  /** Starts an instance that does not run. `gone`: there is none any more. */
  resume(instance: SandboxHandle, signal: AbortSignal): Promise<"resumed" | "gone">;
  /** Lays an instance to rest; the files stay. Succeeds where it does not exist. */
  suspend(instance: SandboxHandle, signal: AbortSignal): Promise<void>;
  /** Drops an instance; the files stay. Succeeds where it does not exist. */
  destroy(instance: SandboxHandle, signal: AbortSignal): Promise<void>;
  /** As {@link SandboxProvider.destroy}, for whoever has no handle. */
  destroyByName(name: string, signal: AbortSignal): Promise<void>;
  /**
   * Ends every command that `exec` began, with what they started; of what moved to a session of its own, as much as can be found. For
   * when no other holder can have commands running; otherwise {@link SandboxProvider.killTagged} is the one to use.
   */
  killAll(instance: SandboxHandle, signal: AbortSignal): Promise<void>;
  /** Ends the commands with one of these tags, with what they started, and no others. Tags are compared whole. */
  killTagged(instance: SandboxHandle, tags: readonly string[], signal: AbortSignal): Promise<void>;
  /** Runs a command to its end. A process that it leaves behind does not hold the call up. */
  exec(instance: SandboxHandle, args: ExecArgs): Promise<ExecResult>;
  /** Reads at most `maxBytes` of a file; null where it does not exist or is a directory. */
  readFile(instance: SandboxHandle, path: string, options: { readonly maxBytes: number; readonly signal: AbortSignal }): Promise<SandboxFile | null>;
  /** Writes a file whole, and makes the folders above it. */
  writeFile(instance: SandboxHandle, path: string, data: Uint8Array, signal: AbortSignal): Promise<void>;
  /** Looks at a path; null where nothing is there. */
  stat(instance: SandboxHandle, path: string, signal: AbortSignal): Promise<SandboxStat | null>;
  /** Releases what the provider itself holds. Files and records stay. Optional, as `describe` is. */
  close?(): Promise<void>;
}
