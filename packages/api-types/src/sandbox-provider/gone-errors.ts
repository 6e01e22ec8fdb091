import { AmbitError, type AmbitErrorOptions } from "../errors/ambit-error.ts";

/**
 * The instance is gone for good on the provider's side: its container was removed, its lease with a hosting service ran out. A connection that
 * fails for the moment is another error. Whoever gets it may make a new instance on the same file system and try once more.
 *
 * Code `SANDBOX_GONE`. Recognise it with {@link isSandboxGoneError}.
 */
export class SandboxGoneError extends AmbitError {
  /** The mark by which it is recognised. */
  readonly sandboxGone = true as const;

  constructor(message: string, options: AmbitErrorOptions = {}) {
    super("SANDBOX_GONE", message, options);
    this.name = "SandboxGoneError";
  }
}

/**
 * The file system is gone for good on the provider's side. It is what `create` ends in instead of attaching an instance to a new,
 * empty file system: whoever gets it must report the files as lost.
 *
 * Code `FILE_SYSTEM_GONE`. Recognise it with {@link isFileSystemGoneError}.
 */
export class FileSystemGoneError extends AmbitError {
  /** The mark by which it is recognised. */
  readonly fileSystemGone = true as const;

  constructor(message: string, options: AmbitErrorOptions = {}) {
    super("FILE_SYSTEM_GONE", message, options);
    this.name = "FileSystemGoneError";
  }
}

/** What is known of any error with the mark of a gone instance, whoever made it. */
export interface SandboxGone {
  readonly sandboxGone: true;
}

/** What is known of any error with the mark of a gone file system, whoever made it. */
export interface FileSystemGone {
  readonly fileSystemGone: true;
}

/** Tells by shape whether something thrown says that an instance is gone: a provider may bring another copy of this package. */
export function isSandboxGoneError(thrown: unknown): thrown is SandboxGone {
  return typeof thrown === "object" && thrown !== null && (thrown as Partial<SandboxGone>).sandboxGone === true;
}

/** Tells by shape whether something thrown says that a file system is gone: a provider may bring another copy of this package. */
export function isFileSystemGoneError(thrown: unknown): thrown is FileSystemGone {
  return typeof thrown === "object" && thrown !== null && (thrown as Partial<FileSystemGone>).fileSystemGone === true;
}
