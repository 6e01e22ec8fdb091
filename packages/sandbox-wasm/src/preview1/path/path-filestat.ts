import { right } from "../descriptor/rights.ts";
import { errno, type Errno } from "../errno/errno.ts";
import { errnoOfOutcome } from "../errno/errno-of-outcome.ts";
import { errnoOfReason } from "../errno/errno-of-reason.ts";
import { filestatSize, timeChange, writeFilestat } from "../fd/filestat.ts";
import type { HostState } from "../host/host-state.ts";
import { locate, lookup } from "./locate.ts";

/** The functions by which a guest asks what a path names, and changes its times. */
export interface PathFilestatFunctions {
  path_filestat_get(fd: number, lookupFlags: number, pointer: number, length: number, result: number): Errno;
  path_filestat_set_times(fd: number, lookupFlags: number, pointer: number, length: number, accessed: bigint, modified: bigint, flags: number): Errno;
}

/** Makes them for one guest. */
export function pathFilestatFunctions(state: HostState): PathFilestatFunctions {
  return {
    path_filestat_get(fd, lookupFlags, pointer, length, result) {
      const located = locate(state, fd, right.PATH_FILESTAT_GET, pointer, length);
      if (typeof located === "number") return located;
      if (!state.memory.holds(result >>> 0, filestatSize)) return errno.FAULT;
      const stat = located.descriptor.directory.stat(located.path.components, lookup(located.path, lookupFlags));
      if (!stat.ok) return errnoOfReason[stat.reason];
      writeFilestat(state.memory.view, result >>> 0, state.fineTimes.restore(stat.value));
      return errno.SUCCESS;
    },
    path_filestat_set_times(fd, lookupFlags, pointer, length, accessed, modified, flags) {
      const located = locate(state, fd, right.PATH_FILESTAT_SET_TIMES, pointer, length);
      if (typeof located === "number") return located;
      const change = timeChange(accessed, modified, flags);
      if (change === undefined) return errno.INVAL;
      const { directory } = located.descriptor;
      const options = lookup(located.path, lookupFlags);
      const outcome = directory.setTimes(located.path.components, change, options);
      if (outcome.ok) state.fineTimes.remember(change, directory.stat(located.path.components, options));
      return errnoOfOutcome(outcome);
    },
  };
}
