/** A command that the supervisor runs. */
export interface ExecRequest {
  readonly op: "exec";
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly tag: string;
  /** Milliseconds after which the supervisor ends it by itself. */
  readonly limitMs: number;
  /** Bytes of both streams together that are sent on. */
  readonly maxOutputBytes: number;
}

/** Everything that a host asks of a supervisor. */
export type SupervisorRequest =
  | ExecRequest
  | { readonly op: "read"; readonly path: string; readonly maxBytes: number }
  /** Followed by the bytes and their end. */
  | { readonly op: "write"; readonly path: string }
  | { readonly op: "stat"; readonly path: string }
  /** Ends commands by tag; all of them, and all that they left, where there are no tags. */
  | { readonly op: "kill"; readonly tags?: readonly string[] }
  /** Answers, and does nothing else. */
  | { readonly op: "ping" }
  /** Stops every process but the supervisor's own; goes on with those that were stopped so. */
  | { readonly op: "freeze" }
  | { readonly op: "thaw" }
  /** Measures what the folders hold. */
  | { readonly op: "usage"; readonly folders: readonly string[] };

/** Answer to an `exec`. */
export interface ExecAnswer {
  /** Null where it was ended by a cancelled request or at its limit. */
  readonly exitCode: number | null;
  readonly truncated: boolean;
  /** Whether the supervisor's own time limit ended it. */
  readonly timedOut: boolean;
  /** False where a process of it could not be ended. */
  readonly clean: boolean;
}

/** Answer to a `read`, after the bytes. */
export interface ReadAnswer {
  /** False where nothing is there, or a folder. */
  readonly found: boolean;
  readonly truncated: boolean;
}

/** Answer to a `stat`; null where nothing is there. */
export type StatAnswer = { readonly kind: "file" | "directory" | "other"; readonly size: number; readonly modifiedAt: number } | null;

/** Answer to a `kill` or `freeze`. */
export interface TreeAnswer {
  readonly clean: boolean;
}

/** Answer to a `usage`. */
export interface UsageAnswer {
  readonly bytes: number;
}

/** `files`: the path does not allow it. `full`: there is no room. `command`: it could not be begun. */
export type FailureReason = "files" | "full" | "command";

/** Why a request failed. */
export interface Failure {
  readonly reason: FailureReason;
  readonly message: string;
}

/** What a supervisor is started with, in its one argument. */
export interface SupervisorTerms {
  /** Absolute paths of programs of the system. */
  readonly prlimit: string;
  readonly mkfifo: string;
  /** What the names of files begin with that are not whole yet. */
  readonly partPrefix: string;
}
