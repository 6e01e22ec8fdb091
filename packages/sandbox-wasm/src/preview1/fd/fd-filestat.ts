import { findFile } from "../descriptor/find-descriptor.ts";
import { right } from "../descriptor/rights.ts";
import { errno, type Errno } from "../errno/errno.ts";
import { errnoOfOutcome } from "../errno/errno-of-outcome.ts";
import { errnoOfReason } from "../errno/errno-of-reason.ts";
import type { HostState } from "../host/host-state.ts";
import { filestatSize, timeChange, writeFilestat, writeStreamFilestat } from "./filestat.ts";

/** The functions by which a guest asks what a descriptor is, and changes its size and times. */
export interface FdFilestatFunctions {
  fd_filestat_get(fd: number, result: number): Errno;
  fd_filestat_set_size(fd: number, size: bigint): Errno;
  fd_filestat_set_times(fd: number, accessed: bigint, modified: bigint, flags: number): Errno;
}

/** Makes them for one guest. */
export function fdFilestatFunctions({ memory, table, fineTimes }: HostState): FdFilestatFunctions {
  return {
    fd_filestat_get(fd, result) {
      const descriptor = table.get(fd >>> 0);
      if (descriptor === undefined) return errno.BADF;
      if ((descriptor.rights & right.FD_FILESTAT_GET) === 0) return errno.NOTCAPABLE;
      const at = result >>> 0;
      if (!memory.holds(at, filestatSize)) return errno.FAULT;
      if (descriptor.kind === "input" || descriptor.kind === "output") {
        writeStreamFilestat(memory.bytes, at);
        return errno.SUCCESS;
      }
      const stat = descriptor.kind === "file" ? descriptor.file.stat() : descriptor.directory.statSelf();
      if (!stat.ok) return errnoOfReason[stat.reason];
      writeFilestat(memory.view, at, fineTimes.restore(stat.value));
      return errno.SUCCESS;
    },
    fd_filestat_set_size(fd, size) {
      const file = findFile(table, fd, right.FD_FILESTAT_SET_SIZE);
      if (typeof file === "number") return file;
      const bytes = Number(BigInt.asUintN(64, size));
      return Number.isSafeInteger(bytes) ? errnoOfOutcome(file.file.truncate(bytes)) : errno.INVAL;
    },
    fd_filestat_set_times(fd, accessed, modified, flags) {
      const descriptor = table.get(fd >>> 0);
      if (descriptor === undefined) return errno.BADF;
      if ((descriptor.rights & right.FD_FILESTAT_SET_TIMES) === 0) return errno.NOTCAPABLE;
      const change = timeChange(accessed, modified, flags);
      if (change === undefined) return errno.INVAL;
      if (descriptor.kind === "input" || descriptor.kind === "output") return errno.INVAL;
      const held = descriptor.kind === "file";
      const outcome = held ? descriptor.file.setTimes(change) : descriptor.directory.setTimesSelf(change);
      if (outcome.ok) fineTimes.remember(change, held ? descriptor.file.stat() : descriptor.directory.statSelf());
      return errnoOfOutcome(outcome);
    },
  };
}
