import type { FileKind, FileStat, TimeChange } from "@ambit/directory-handles";
import { type Datetime, datetime, nanosecondsOf } from "./clocks.ts";

/** `wasi:filesystem/types.new-timestamp`. */
export type NewTimestamp = { readonly tag: "no-change" } | { readonly tag: "now" } | { readonly tag: "timestamp"; readonly val: Datetime };

/** What kind of thing a name stands for, as `wasi:filesystem/types.descriptor-type`. */
export const typeOfKind: Readonly<Record<FileKind, string>> = {
  file: "regular-file",
  directory: "directory",
  link: "symbolic-link",
  fifo: "fifo",
  socket: "socket",
  "character-device": "character-device",
  "block-device": "block-device",
};

/** The change of times that a component asks for. */
export function timeChange(accessed: NewTimestamp, modified: NewTimestamp): TimeChange {
  const accessedNs = newTime(accessed);
  const modifiedNs = newTime(modified);
  return { ...(accessedNs !== undefined && { accessedNs }), ...(modifiedNs !== undefined && { modifiedNs }) };
}

function newTime(time: NewTimestamp): bigint | "now" | undefined {
  if (time.tag === "no-change") return undefined;
  return time.tag === "now" ? "now" : nanosecondsOf(time.val);
}

/** What a file is, as `wasi:filesystem/types.descriptor-stat`. */
export function descriptorStat(stat: FileStat): object {
  return {
    type: typeOfKind[stat.kind],
    linkCount: stat.links,
    size: stat.size,
    dataAccessTimestamp: datetime(stat.accessedNs),
    dataModificationTimestamp: datetime(stat.modifiedNs),
    statusChangeTimestamp: datetime(stat.changedNs),
  };
}

/** What tells one file from another. */
export function metadataHash(stat: FileStat): object {
  return { lower: BigInt.asUintN(64, stat.inode), upper: BigInt.asUintN(64, stat.device) };
}
