/**
 * Why an operation on a directory handle was refused or failed. The walk says all it knows; a caller that answers a
 * guest decides what of it to reveal (`outside`, `missing` and `loop` usually look alike from there).
 */
export type RefusalReason =
  | "outside"
  | "missing"
  | "loop"
  | "not-directory"
  | "is-directory"
  | "not-link"
  | "special"
  | "fenced"
  | "protected"
  | "hard-link"
  | "dangling-link"
  | "exists"
  | "not-empty"
  | "read-only"
  | "invalid-name"
  | "name-too-long"
  | "invalid"
  | "too-large"
  | "too-many-open"
  | "too-many-links"
  | "no-space"
  | "access-denied"
  | "cross-root"
  | "busy"
  | "closed"
  | "unsupported"
  | "io";

/**
 * What the code inside this package throws to end an operation; public methods turn it into an `Outcome`.
 * It is no `Error`: a guest that probes thousands of missing paths must not cost a stack trace each time.
 */
export class Refusal {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    this.reason = reason;
  }
}
