import type { Descriptor } from "../descriptor/descriptor.ts";
import { rightsFromGuest, right } from "../descriptor/rights.ts";
import { errno, type Errno } from "../errno/errno.ts";
import { errnoOfOutcome } from "../errno/errno-of-outcome.ts";
import type { HostState } from "../host/host-state.ts";
import { allFdFlags, fdFlag, syncFlags } from "./fd-flags.ts";
import { fileType } from "./file-type.ts";

const fdstatSize = 24;

/** The functions by which a guest closes, moves and inspects descriptors. */
export interface FdStateFunctions {
  fd_close(fd: number): Errno;
  fd_renumber(from: number, to: number): Errno;
  fd_fdstat_get(fd: number, result: number): Errno;
  fd_fdstat_set_flags(fd: number, flags: number): Errno;
  fd_fdstat_set_rights(fd: number, base: bigint, inheriting: bigint): Errno;
}

/** Makes them for one guest. */
export function fdStateFunctions({ memory, table }: HostState): FdStateFunctions {
  return {
    fd_close: (fd) => (table.close(fd >>> 0) ? errno.SUCCESS : errno.BADF),
    fd_renumber: (from, to) => (table.move(from >>> 0, to >>> 0) ? errno.SUCCESS : errno.BADF),
    fd_fdstat_get(fd, result) {
      const descriptor = table.get(fd >>> 0);
      if (descriptor === undefined) return errno.BADF;
      const at = result >>> 0;
      if (!memory.holds(at, fdstatSize)) return errno.FAULT;
      const { view } = memory;
      view.setUint32(at, typeOf(descriptor) | (descriptor.flags << 16), true);
      view.setUint32(at + 4, 0, true);
      writeRights(view, at + 8, descriptor.rights);
      writeRights(view, at + 16, descriptor.inheriting);
      return errno.SUCCESS;
    },
    fd_fdstat_set_flags(fd, flags) {
      const descriptor = table.get(fd >>> 0);
      if (descriptor === undefined) return errno.BADF;
      if ((flags & ~allFdFlags) !== 0) return errno.INVAL;
      if (descriptor.kind !== "file") return flags === descriptor.flags ? errno.SUCCESS : errno.NOTSUP;
      if ((descriptor.rights & right.FD_FDSTAT_SET_FLAGS) === 0) return errno.NOTCAPABLE;
      if ((flags & syncFlags) !== (descriptor.flags & syncFlags)) return errno.NOTSUP;
      const status = errnoOfOutcome(descriptor.file.setAppend((flags & fdFlag.APPEND) !== 0));
      if (status === errno.SUCCESS) descriptor.flags = flags;
      return status;
    },
    fd_fdstat_set_rights(fd, base, inheriting) {
      const descriptor = table.get(fd >>> 0);
      if (descriptor === undefined) return errno.BADF;
      const rights = rightsFromGuest(base);
      const passedOn = rightsFromGuest(inheriting);
      if ((rights & ~descriptor.rights) !== 0 || (passedOn & ~descriptor.inheriting) !== 0) return errno.NOTCAPABLE;
      descriptor.rights = rights;
      descriptor.inheriting = passedOn;
      return errno.SUCCESS;
    },
  };
}

function typeOf(descriptor: Descriptor): number {
  if (descriptor.kind === "file") return fileType.REGULAR_FILE;
  return descriptor.kind === "directory" ? fileType.DIRECTORY : fileType.UNKNOWN;
}

/** Rights fit into the low half of their 64-bit word. */
function writeRights(view: DataView, at: number, rights: number): void {
  view.setUint32(at, rights, true);
  view.setUint32(at + 4, 0, true);
}
