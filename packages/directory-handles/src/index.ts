/**
 * Directory handles: the one way in which Ambit touches the host's file system on behalf of a guest.
 *
 * Who uses it: the `fs` proxy and the WASI hosts. What belongs here: opening a root, walking paths below it without ever
 * leaving it, and the file operations on what is found there. What does not: the path grammar and the question whether a
 * plugin may touch a root at all (`sandbox-permissions`), guest paths, limits of a call, journaling.
 *
 * @packageDocumentation
 */
export { openRoot, defaultMaxOpen, type RootOptions } from "./handle/open-root.ts";
export type { Components, DirectoryDescription, DirectoryEntry, DirectoryHandle, DirectoryListing, DirectoryReader, MechanismName, RootAccess } from "./handle/directory-handle.ts";
export type { OpenFile } from "./handle/open-file.ts";
export type { FileKind, FileStat } from "./handle/file-stat.ts";
export type { LookupOptions, OpenOptions, ReadFileOptions, TimeChange, WriteFileOptions } from "./handle/options.ts";
export type { Outcome } from "./outcome/outcome.ts";
export type { RefusalReason } from "./outcome/refusal.ts";
export { chooseMechanism } from "./probe/choose-mechanism.ts";
