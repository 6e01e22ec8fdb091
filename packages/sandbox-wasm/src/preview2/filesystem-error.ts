import type { Outcome, RefusalReason } from "@ambit/directory-handles";

/** What a component is told when a file operation was refused, in the words of `wasi:filesystem/types.error-code`. */
export const errorCodeOfReason: Readonly<Record<RefusalReason, string>> = {
  outside: "not-permitted",
  missing: "no-entry",
  loop: "loop",
  "not-directory": "not-directory",
  "is-directory": "is-directory",
  "not-link": "invalid",
  special: "access",
  fenced: "not-permitted",
  protected: "not-permitted",
  "hard-link": "not-permitted",
  "dangling-link": "not-permitted",
  exists: "exist",
  "not-empty": "not-empty",
  "read-only": "read-only",
  "invalid-name": "illegal-byte-sequence",
  "name-too-long": "name-too-long",
  invalid: "invalid",
  "too-large": "file-too-large",
  "too-many-open": "insufficient-memory",
  "too-many-links": "too-many-links",
  "no-space": "insufficient-space",
  "access-denied": "access",
  "cross-root": "cross-device",
  busy: "busy",
  closed: "bad-descriptor",
  unsupported: "unsupported",
  io: "io",
};

/** The value of an outcome. What it throws is no `Error` but the code itself, as the component model hands on what is a value. */
export function valueOf<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw errorCodeOfReason[outcome.reason];
}

/** The count of a read or write, or its code thrown. */
export function countOf(count: number | RefusalReason): number {
  if (typeof count === "number") return count;
  throw errorCodeOfReason[count];
}
