import type { FileStat, TimeChange } from "@ambit/directory-handles";
import { fileTypeOfKind } from "./file-type.ts";

/** Bytes of a `filestat`. */
export const filestatSize = 64;

const timeFlag = { ACCESSED: 1, ACCESSED_NOW: 2, MODIFIED: 4, MODIFIED_NOW: 8 } as const;
const allTimeFlags = 15;

/** Writes a `filestat` at `at`, which must have room for it. */
export function writeFilestat(view: DataView, at: number, stat: FileStat): void {
  view.setBigUint64(at, stat.device, true);
  view.setBigUint64(at + 8, stat.inode, true);
  view.setBigUint64(at + 16, BigInt(fileTypeOfKind[stat.kind]), true);
  view.setBigUint64(at + 24, stat.links, true);
  view.setBigUint64(at + 32, stat.size, true);
  view.setBigUint64(at + 40, stat.accessedNs, true);
  view.setBigUint64(at + 48, stat.modifiedNs, true);
  view.setBigUint64(at + 56, stat.changedNs, true);
}

/** The `filestat` of a stream: nothing but its (unknown) type. */
export function writeStreamFilestat(bytes: Uint8Array, at: number): void {
  bytes.fill(0, at, at + filestatSize);
}

/** What the times and `fstflags` of a call ask for, or undefined when they contradict each other. */
export function timeChange(accessed: bigint, modified: bigint, flags: number): TimeChange | undefined {
  if ((flags & ~allTimeFlags) !== 0) return undefined;
  if ((flags & 3) === 3 || (flags & 12) === 12) return undefined;
  return {
    ...pick("accessedNs", flags & timeFlag.ACCESSED, flags & timeFlag.ACCESSED_NOW, accessed),
    ...pick("modifiedNs", flags & timeFlag.MODIFIED, flags & timeFlag.MODIFIED_NOW, modified),
  };
}

function pick(name: keyof TimeChange, given: number, now: number, value: bigint): TimeChange {
  if (now !== 0) return { [name]: "now" };
  return given === 0 ? {} : { [name]: BigInt.asUintN(64, value) };
}
