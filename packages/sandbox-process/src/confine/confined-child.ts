import type { Readable, Writable } from "node:stream";
import type { ChildNetwork } from "../gate-proxy/child-network.ts";

/** A file or folder of the host that a child sees. */
export interface Bind {
  /** Absolute path on the host; links in it are followed when the child starts. */
  readonly hostPath: string;
  /** Absolute path in the child's view. */
  readonly guestPath: string;
  readonly access: "read" | "write";
  /** Names below it that are fenced off: one name at every depth, a path at its place. They are there, and empty. */
  readonly fenced?: readonly string[];
}

/** What a child may use. */
export interface ChildLimits {
  /** Wall time, seconds. Absent: until it ends, is stopped, or its host dies. */
  readonly seconds?: number;
  /** Processes and threads alive at once. */
  readonly processes: number;
  /** Memory, mebibytes: of the whole tree where a cgroup can bound it, of each process otherwise. */
  readonly memoryMb: number;
  /** Memory that a process reserves and does not use, as engines which compile do, mebibytes: it counts for the bound of each process alone. */
  readonly reservedMb?: number;
  /** Bytes of the private folder. */
  readonly tempBytes: number;
  /** Bytes of one file written. Default 256 MiB. */
  readonly fileBytes?: number;
  /** Descriptors open at once in one process. Default 256. */
  readonly openFiles?: number;
  /** Processors that the tree may keep busy, such as 0.5. Needs the layer `cpu`. */
  readonly cpus?: number;
}

/** What a child is made of. */
export interface ConfinedSpec {
  /** Absolute path in the child's view. */
  readonly program: string;
  readonly args: readonly string[];
  /** On top of `PATH`, `HOME`, `TMPDIR` and `LANG`. Names that would change the programs which hold the child are refused. */
  readonly environment: Readonly<Record<string, string>>;
  /** Folders of the view in which the program's shared libraries are looked for first. */
  readonly libraryFolders?: readonly string[];
  readonly binds: readonly Bind[];
  /** Symbolic links of the view, beside what is bound. */
  readonly links?: readonly { readonly path: string; readonly target: string }[];
  /** Working directory in the child's view; the private folder where absent. */
  readonly folder?: string;
  /**
   * The gate that is its network. IPv4 and IPv6 sockets can be made then; they lead nowhere but to the child's own loopback, where the gate
   * listens as an HTTP proxy.
   */
  readonly network?: ChildNetwork;
  /**
   * Whether it may make sockets of the family unix. A child that can reaches every program that listens in a folder it sees, so no where
   * folders of the host are bound. Default no, with network too.
   */
  readonly localSockets?: boolean;
  /** Whether it may watch files for changes. They are counted by user, the host's own included. Default no. */
  readonly fileWatches?: boolean;
  readonly limits: ChildLimits;
  /** Stops the child. */
  readonly signal?: AbortSignal;
}

/** How a child ended. No process of it is left by then. */
export interface ConfinedExit {
  /** `itself`; `stopped`: by its owner; `time`: at its time limit; `setup`: the program was never begun. */
  readonly ended: "itself" | "stopped" | "time" | "setup";
  /** Exit code of the program, 128 and the signal where one ended it; null where it was not asked. */
  readonly exitCode: number | null;
}

/** One confined child. Its streams must be read or destroyed; unread output makes it wait. */
export interface ConfinedChild {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Settles once, when no process of the child is left. Never rejects. */
  readonly exited: Promise<ConfinedExit>;
  /** Process of the host's own that holds the child, for accounting; not one of the child's. */
  readonly monitorPid: number;
  /** Keeps the host's process alive, or not; children do at first. */
  hold(on: boolean): void;
  /** Ends every process of the child. Done when none is left. */
  stop(): Promise<void>;
}

/** Where a child's private folder is; `/tmp` leads there too. */
export const TEMP_FOLDER = "/temp";
