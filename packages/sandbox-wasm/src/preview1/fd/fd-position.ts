import type { FileDescriptor } from "../descriptor/descriptor.ts";
import { findFile } from "../descriptor/find-descriptor.ts";
import { right } from "../descriptor/rights.ts";
import { errno, type Errno } from "../errno/errno.ts";
import { errnoOfReason } from "../errno/errno-of-reason.ts";
import type { HostState } from "../host/host-state.ts";

const whence = { SET: 0, CURRENT: 1, END: 2 } as const;

/** The functions by which a guest moves in a file. */
export interface FdPositionFunctions {
  fd_seek(fd: number, offset: bigint, from: number, result: number): Errno;
  fd_tell(fd: number, result: number): Errno;
}

/** Makes them for one guest. */
export function fdPositionFunctions({ memory, table }: HostState): FdPositionFunctions {
  return {
    fd_seek(fd, offset, from, result) {
      const moves = offset !== 0n || from !== whence.CURRENT;
      const file = findFile(table, fd, moves ? right.FD_SEEK : right.FD_TELL);
      if (typeof file === "number") return file;
      if (!memory.holds(result >>> 0, 8)) return errno.FAULT;
      const base = basePosition(file, from);
      if (typeof base !== "number") return base.errno;
      const position = base + Number(offset);
      if (position < 0 || !Number.isSafeInteger(position)) return errno.INVAL;
      file.position = position;
      memory.view.setBigUint64(result >>> 0, BigInt(position), true);
      return errno.SUCCESS;
    },
    fd_tell(fd, result) {
      const file = findFile(table, fd, right.FD_TELL);
      if (typeof file === "number") return file;
      if (!memory.holds(result >>> 0, 8)) return errno.FAULT;
      memory.view.setBigUint64(result >>> 0, BigInt(file.position), true);
      return errno.SUCCESS;
    },
  };
}

function basePosition(file: FileDescriptor, from: number): number | { readonly errno: Errno } {
  if (from === whence.SET) return 0;
  if (from === whence.CURRENT) return file.position;
  if (from !== whence.END) return { errno: errno.INVAL };
  const size = file.file.size();
  return typeof size === "number" ? size : { errno: errnoOfReason[size] };
}
