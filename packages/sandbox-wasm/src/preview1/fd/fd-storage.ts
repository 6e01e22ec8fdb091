import { findFile } from "../descriptor/find-descriptor.ts";
import { right } from "../descriptor/rights.ts";
import { errno, type Errno } from "../errno/errno.ts";
import { errnoOfOutcome } from "../errno/errno-of-outcome.ts";
import type { HostState } from "../host/host-state.ts";

const lastAdvice = 5;

/** The functions by which a guest talks about how a file is stored. */
export interface FdStorageFunctions {
  fd_advise(fd: number, offset: bigint, length: bigint, advice: number): Errno;
  fd_allocate(fd: number, offset: bigint, length: bigint): Errno;
  fd_datasync(fd: number): Errno;
  fd_sync(fd: number): Errno;
}

/** Makes them for one guest. */
export function fdStorageFunctions({ table }: HostState): FdStorageFunctions {
  const sync = (fd: number, rights: number): Errno => {
    const descriptor = table.get(fd >>> 0);
    if (descriptor === undefined) return errno.BADF;
    if ((descriptor.rights & rights) === 0) return errno.NOTCAPABLE;
    return descriptor.kind === "file" ? errnoOfOutcome(descriptor.file.sync()) : errno.SUCCESS;
  };
  return {
    /** Advice changes nothing that a guest could see, and Node.js has no call for it: it is checked and dropped. */
    fd_advise(fd, _offset, _length, advice) {
      const file = findFile(table, fd, right.FD_ADVISE);
      if (typeof file === "number") return file;
      return advice >= 0 && advice <= lastAdvice ? errno.SUCCESS : errno.INVAL;
    },
    /** Node.js has no call that reserves space; making the file longer would promise what nobody keeps. */
    fd_allocate(fd) {
      const file = findFile(table, fd, right.FD_ALLOCATE);
      return typeof file === "number" ? file : errno.NOTSUP;
    },
    fd_datasync: (fd) => sync(fd, right.FD_DATASYNC),
    fd_sync: (fd) => sync(fd, right.FD_SYNC),
  };
}
