import { errno, type Errno } from "../errno/errno.ts";
import type { HostState } from "../host/host-state.ts";

const prestatSize = 8;

/** The functions by which a guest finds the directories that are open from the start. */
export interface FdPrestatFunctions {
  fd_prestat_get(fd: number, result: number): Errno;
  fd_prestat_dir_name(fd: number, pointer: number, length: number): Errno;
}

/** Makes them for one guest. */
export function fdPrestatFunctions({ memory, table }: HostState): FdPrestatFunctions {
  const nameOf = (fd: number): Uint8Array | undefined => {
    const descriptor = table.get(fd >>> 0);
    return descriptor?.kind === "directory" ? descriptor.preopenName : undefined;
  };
  return {
    fd_prestat_get(fd, result) {
      const name = nameOf(fd);
      if (name === undefined) return errno.BADF;
      if (!memory.holds(result >>> 0, prestatSize)) return errno.FAULT;
      memory.view.setUint32(result >>> 0, 0, true);
      memory.view.setUint32((result >>> 0) + 4, name.length, true);
      return errno.SUCCESS;
    },
    fd_prestat_dir_name(fd, pointer, length) {
      const name = nameOf(fd);
      if (name === undefined) return errno.BADF;
      if (length >>> 0 < name.length) return errno.NAMETOOLONG;
      if (!memory.holds(pointer >>> 0, name.length)) return errno.FAULT;
      memory.bytes.set(name, pointer >>> 0);
      return errno.SUCCESS;
    },
  };
}
