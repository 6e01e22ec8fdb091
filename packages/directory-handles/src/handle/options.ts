/** How a path is looked up. */
export interface LookupOptions {
  /** Whether a link in last place is followed. Each method has its own default. */
  readonly follow?: boolean;
  /** Whether `..` may stand in the path; it never climbs above the directory the walk starts from. Default false. */
  readonly climb?: boolean;
  /** Whether the path must name a directory (it ended in a slash). Default false. */
  readonly directory?: boolean;
}

/** How a file is opened. Default: an existing one, for reading, links followed. */
export interface OpenOptions extends LookupOptions {
  readonly read?: boolean;
  readonly write?: boolean;
  /** Create it when missing. Never through a link. */
  readonly create?: boolean;
  /** With `create`: refuse when it exists. */
  readonly exclusive?: boolean;
  readonly truncate?: boolean;
  readonly append?: boolean;
  /** Each write reaches the disk before it returns. */
  readonly sync?: boolean;
}

/** How much of a file is read at most. */
export interface ReadFileOptions extends LookupOptions {
  readonly maxBytes: number;
}

/** How a file is written. */
export interface WriteFileOptions extends LookupOptions {
  /** Make missing directories on the way. Default false. */
  readonly createParents?: boolean;
}

/** New times in nanoseconds since 1970; `now` for the present, undefined to keep. */
export interface TimeChange {
  readonly accessedNs?: bigint | "now";
  readonly modifiedNs?: bigint | "now";
}
