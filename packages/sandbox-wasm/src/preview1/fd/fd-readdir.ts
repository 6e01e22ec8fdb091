import type { DirectoryEntry, DirectoryHandle, Outcome } from "@ambit/directory-handles";
import { DirectoryCursor } from "../descriptor/directory-cursor.ts";
import { findDirectory } from "../descriptor/find-descriptor.ts";
import { right } from "../descriptor/rights.ts";
import { errno, type Errno } from "../errno/errno.ts";
import { errnoOfReason } from "../errno/errno-of-reason.ts";
import type { HostState } from "../host/host-state.ts";
import { fileTypeOfKind } from "./file-type.ts";

const direntSize = 24;

/** The function by which a guest lists a directory. */
export interface FdReaddirFunctions {
  fd_readdir(fd: number, pointer: number, length: number, cookie: bigint, result: number): Errno;
}

/** Makes it for one guest. A cookie is the index of the next name; the buffer is filled to its end, the last name cut if it must be. */
export function fdReaddirFunctions({ memory, table }: HostState): FdReaddirFunctions {
  return {
    fd_readdir(fd, pointer, length, cookie, result) {
      const descriptor = findDirectory(table, fd, right.FD_READDIR);
      if (typeof descriptor === "number") return descriptor;
      const start = pointer >>> 0;
      const end = start + (length >>> 0);
      if (!memory.holds(start, length >>> 0) || !memory.holds(result >>> 0, 4)) return errno.FAULT;
      const first = Number(BigInt.asUintN(64, cookie));
      if (!Number.isSafeInteger(first)) return errno.INVAL;
      descriptor.cursor ??= new DirectoryCursor(descriptor.directory);
      let at = start;
      for (let index = first; at < end; index += 1) {
        const entry = descriptor.cursor.entry(index);
        if (!entry.ok) return errnoOfReason[entry.reason];
        if (entry.value === undefined) break;
        at = copyEntry(memory.bytes, at, end, encode(descriptor.directory, entry.value, index));
      }
      memory.view.setUint32(result >>> 0, at - start, true);
      return errno.SUCCESS;
    },
  };
}

function copyEntry(bytes: Uint8Array, at: number, end: number, entry: Buffer): number {
  const length = Math.min(entry.length, end - at);
  bytes.set(length === entry.length ? entry : entry.subarray(0, length), at);
  return at + length;
}

function encode(directory: DirectoryHandle, entry: DirectoryEntry, index: number): Buffer {
  const name = Buffer.from(entry.name);
  const encoded = Buffer.alloc(direntSize + name.length);
  encoded.writeBigUInt64LE(BigInt(index + 1), 0);
  encoded.writeBigUInt64LE(inodeOf(directory, entry.name), 8);
  encoded.writeUInt32LE(name.length, 16);
  encoded.writeUInt8(fileTypeOfKind[entry.kind], 20);
  encoded.set(name, direntSize);
  return encoded;
}

/**
 * The inode of a name. `..` has that of the directory itself, as in the root of every file system: above it nothing is the guest's.
 * It is not 0, which C libraries take for unknown and look up, and fail.
 */
function inodeOf(directory: DirectoryHandle, name: string): bigint {
  const stat: Outcome<{ readonly inode: bigint }> = name === "." || name === ".." ? directory.statSelf() : directory.lstat([name]);
  return stat.ok ? stat.value.inode : 0n;
}
