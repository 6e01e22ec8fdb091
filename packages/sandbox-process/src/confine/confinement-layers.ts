/** One layer of a child's confinement. */
export type LayerName =
  /** Namespaces and a view of files built from nothing. */
  | "namespaces"
  /** The filter of system calls. */
  | "seccomp"
  /** A user of its own, with no capability. */
  | "user"
  /** Bounds on open files, file size and memory of each process. */
  | "rlimits"
  /** A time limit that holds without the host. */
  | "time"
  /** A bound on processes and threads. */
  | "processes"
  /** A bound on the memory of the whole tree. */
  | "memory"
  /** A bound on the processors kept busy. */
  | "cpu";

/** Whether one layer holds on this machine. */
export type Layer =
  | { readonly name: LayerName; readonly holds: true; /** What makes it hold. */ readonly by: string }
  | { readonly name: LayerName; readonly holds: false; readonly reason: string; readonly remedy: string };

/** What confinement on this machine is worth. */
export interface LevelReport {
  /** Platform and processor, as Node names them. */
  readonly platform: string;
  readonly architecture: string;
  /** Whether anything can be confined at all. */
  readonly available: boolean;
  readonly layers: readonly Layer[];
}

/** Layers without which no child is started. */
export const alwaysNeeded: readonly LayerName[] = ["namespaces", "seccomp", "user", "rlimits", "processes"];
