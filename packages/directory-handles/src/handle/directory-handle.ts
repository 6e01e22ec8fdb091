import type { Outcome } from "../outcome/outcome.ts";
import type { FileKind, FileStat } from "./file-stat.ts";
import type { OpenFile } from "./open-file.ts";
import type { LookupOptions, OpenOptions, ReadFileOptions, TimeChange, WriteFileOptions } from "./options.ts";

/** Components of a path below a directory, already split: no separators, no `.`, and no `..` unless an option says so. */
export type Components = readonly string[];

/** How a root is confined on this system: see the package's README. */
export type MechanismName = "proc-self-fd" | "verified-open";

/** What may be done below a root. */
export type RootAccess = "read" | "write";

/** What a handle says of itself, for an operator to read. Holds no path. */
export interface DirectoryDescription {
  readonly mechanism: MechanismName;
  readonly access: RootAccess;
  /** One sentence on what the mechanism guarantees. */
  readonly guarantee: string;
}

/** One name in a directory. */
export interface DirectoryEntry {
  readonly name: string;
  readonly kind: FileKind;
}

/** The names in a directory, in the system's order. */
export interface DirectoryListing {
  readonly entries: readonly DirectoryEntry[];
  /** True when the directory holds more names than were asked for. */
  readonly truncated: boolean;
}

/** A directory read name by name, for one that may be too long to hold. Names that are fenced or no valid UTF-8 are left out. */
export interface DirectoryReader extends Disposable {
  /** The next name, or undefined at the end. */
  next(): Outcome<DirectoryEntry | undefined>;
  close(): void;
}

/**
 * An open directory, and all that can be done below it. Every path is walked from the held directory, one component at a
 * time, and never leaves it. All methods are synchronous and none throws: a failure is an `Outcome` with its reason.
 */
export interface DirectoryHandle extends Disposable {
  readonly kind: "directory";
  readonly access: RootAccess;
  describe(): DirectoryDescription;
  /** Directories between the root and this one, by name. */
  readonly names: Components;
  /** Closes this handle; closing a root closes all that was opened below it. May be called twice. */
  close(): void;

  /**
   * Closes what an operation below this root has left open that was cut short from outside, as by a full stack. Harmless otherwise;
   * only while no operation is under way.
   */
  settle(): void;

  /** What this directory itself is. */
  statSelf(): Outcome<FileStat>;
  /** Opens a file or a directory, whichever the path names. The caller closes it. */
  open(path: Components, options?: OpenOptions): Outcome<OpenFile | DirectoryHandle>;
  /** Opens a directory. The caller closes it. An empty path opens this directory once more. */
  openDirectory(path: Components, options?: LookupOptions): Outcome<DirectoryHandle>;
  /** Opens a regular file. The caller closes it. */
  openFile(path: Components, options?: OpenOptions): Outcome<OpenFile>;
  /** Reads a whole regular file; past `maxBytes` it is `too-large`, counted while reading. */
  readFile(path: Components, options: ReadFileOptions): Outcome<Uint8Array>;
  /** Replaces or creates a file in one step: readers see the old bytes or the new ones. */
  writeFile(path: Components, bytes: Uint8Array, options?: WriteFileOptions): Outcome<void>;
  /** What the path names; a link in last place is followed. */
  stat(path: Components, options?: LookupOptions): Outcome<FileStat>;
  /** What the path names; a link in last place is told as a link. */
  lstat(path: Components, options?: LookupOptions): Outcome<FileStat>;
  /** The names in a directory, at most `maxEntries`. */
  list(path: Components, maxEntries: number, options?: LookupOptions): Outcome<DirectoryListing>;
  /** Opens this directory's names for reading one by one. */
  read(): Outcome<DirectoryReader>;
  /** A link's target as it stands, which may lead anywhere. */
  readLink(path: Components, options?: LookupOptions): Outcome<string>;
  /** The path below the root, with every link resolved. */
  canonical(path: Components, options?: LookupOptions): Outcome<string[]>;

  makeDirectory(path: Components, options?: LookupOptions): Outcome<void>;
  removeDirectory(path: Components, options?: LookupOptions): Outcome<void>;
  removeFile(path: Components, options?: LookupOptions): Outcome<void>;
  /** Moves below the same root; another root is `cross-root`. */
  rename(path: Components, to: DirectoryHandle, toPath: Components, options?: LookupOptions): Outcome<void>;
  /** Makes a second name for a file below the same root; the file can't be written any more. */
  link(path: Components, to: DirectoryHandle, toPath: Components, options?: LookupOptions): Outcome<void>;
  /** Makes a symbolic link; a target that is absolute or leaves the root is `outside`. */
  symlink(target: string, path: Components, options?: LookupOptions): Outcome<void>;
  setTimes(path: Components, change: TimeChange, options?: LookupOptions): Outcome<void>;
  /** Sets the times of this directory itself. */
  setTimesSelf(change: TimeChange): Outcome<void>;
  truncate(path: Components, size: number, options?: LookupOptions): Outcome<void>;
}
