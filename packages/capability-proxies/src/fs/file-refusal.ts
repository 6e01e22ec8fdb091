import { AmbitError } from "@ambit/api-types";
import type { Outcome, RefusalReason } from "@ambit/directory-handles";

/**
 * What a guest is told of a refusal: one code and one text for all that leads outside, loops, dangles, is fenced off or is no
 * plain file. From the answer nobody can tell which it was, nor whether anything exists out there.
 */
export function fileRefused(): AmbitError {
  return new AmbitError("PERMISSION_DENIED", "The path does not stay inside what the plugin may use, or is nothing that plugins may open.");
}

const refused: ReadonlySet<RefusalReason> = new Set(["outside", "loop", "dangling-link", "fenced", "special", "protected", "hard-link", "read-only", "cross-root", "invalid-name"]);

const failures: ReadonlyMap<RefusalReason, string> = new Map([
  ["not-directory", "The path, or a part of it, is not a folder."],
  ["is-directory", "The path is a folder, not a file."],
  ["no-space", "The disk is full."],
  ["access-denied", "The operating system does not let the host touch the file."],
  ["name-too-long", "The path or a name in it is too long for the file system."],
  ["too-many-open", "Too many files are open."],
  ["busy", "The file is in use."],
  ["closed", "The root is not open any more."],
  ["unsupported", "The file system cannot do this."],
]);

/** The error behind a reason of the directory handles. */
function fileError(reason: RefusalReason): AmbitError {
  if (refused.has(reason)) return fileRefused();
  if (reason === "missing") return new AmbitError("FILE_NOT_FOUND", "No such file or folder is there.");
  return new AmbitError("FILE_FAILED", failures.get(reason) ?? "The file system failed.");
}

/**
 * The value of an outcome.
 *
 * @throws AmbitError `PERMISSION_DENIED`, `FILE_NOT_FOUND` or `FILE_FAILED`.
 */
export function valueOf<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw fileError(outcome.reason);
}
