import type { BigIntStats, Stats } from "node:fs";

/** What kind of thing a name stands for. The last four are never opened. */
export type FileKind = "file" | "directory" | "link" | "fifo" | "socket" | "character-device" | "block-device";

/** What is known of a file, directory or link. Sizes in bytes, times in nanoseconds since 1970. */
export interface FileStat {
  readonly kind: FileKind;
  readonly size: bigint;
  readonly links: bigint;
  readonly device: bigint;
  readonly inode: bigint;
  readonly accessedNs: bigint;
  readonly modifiedNs: bigint;
  readonly changedNs: bigint;
}

const kinds: ReadonlyMap<number, FileKind> = new Map([
  [0o100000, "file"],
  [0o040000, "directory"],
  [0o120000, "link"],
  [0o010000, "fifo"],
  [0o140000, "socket"],
  [0o020000, "character-device"],
  [0o060000, "block-device"],
]);

/** The kind that a mode word (`st_mode`) names; what no system names is told as a device, which is never opened. */
export function kindOfMode(mode: number): FileKind {
  return kinds.get(mode & 0o170000) ?? "character-device";
}

/** The kind of thing that `stat` describes. */
export function kindOf(stat: Stats): FileKind {
  return kindOfMode(stat.mode);
}

/** Copies what may be told out of Node.js's own stat object. */
export function toFileStat(stat: BigIntStats): FileStat {
  return {
    kind: kindOfMode(Number(stat.mode)),
    size: stat.size,
    links: stat.nlink,
    device: stat.dev,
    inode: stat.ino,
    accessedNs: stat.atimeNs,
    modifiedNs: stat.mtimeNs,
    changedNs: stat.ctimeNs,
  };
}
