import type { DirectoryHandle, OpenFile, OpenOptions, Outcome } from "@ambit/directory-handles";
import type { Descriptor, DirectoryDescriptor } from "../descriptor/descriptor.ts";
import { directoryRights, fileRights, right, rightsFromGuest, writingRights } from "../descriptor/rights.ts";
import { errno, type Errno } from "../errno/errno.ts";
import { errnoOfReason } from "../errno/errno-of-reason.ts";
import { allFdFlags, fdFlag, syncFlags } from "../fd/fd-flags.ts";
import type { HostState } from "../host/host-state.ts";
import type { GuestPath } from "./guest-path.ts";
import { locate, symlinkFollow } from "./locate.ts";

const openFlag = { CREATE: 1, DIRECTORY: 2, EXCLUSIVE: 4, TRUNCATE: 8 } as const;

/** The function by which a guest opens a file or a directory. */
export interface PathOpenFunctions {
  path_open(fd: number, lookupFlags: number, pointer: number, length: number, openFlags: number, base: bigint, inheriting: bigint, fdFlags: number, result: number): Errno;
}

/** What one `path_open` asks for. */
interface Request {
  readonly lookupFlags: number;
  readonly openFlags: number;
  readonly fdFlags: number;
  /** Rights asked for, before they are cut to those the directory can pass on. */
  readonly base: number;
  readonly inheriting: number;
}

/** Makes it for one guest. */
export function pathOpenFunctions(state: HostState): PathOpenFunctions {
  return {
    path_open(fd, lookupFlags, pointer, length, openFlags, base, inheriting, fdFlags, result) {
      const located = locate(state, fd, rightsToOpen(openFlags), pointer, length);
      if (typeof located === "number") return located;
      if (!state.memory.holds(result >>> 0, 4)) return errno.FAULT;
      if ((fdFlags & ~allFdFlags) !== 0) return errno.INVAL;
      if (!state.table.hasRoom) return errno.MFILE;
      const request: Request = { lookupFlags, openFlags, fdFlags, base: rightsFromGuest(base), inheriting: rightsFromGuest(inheriting) };
      const opened = open(located.descriptor, located.path, request);
      if (typeof opened === "number") return opened;
      state.memory.view.setUint32(result >>> 0, state.table.add(opened), true);
      return errno.SUCCESS;
    },
  };
}

function rightsToOpen(openFlags: number): number {
  return right.PATH_OPEN | (openFlags & openFlag.CREATE ? right.PATH_CREATE_FILE : 0) | (openFlags & openFlag.TRUNCATE ? right.PATH_FILESTAT_SET_SIZE : 0);
}

function open(from: DirectoryDescriptor, path: GuestPath, request: Request): Descriptor | Errno {
  if ((request.base & right.FD_WRITE & ~from.inheriting) !== 0) return errno.NOTCAPABLE;
  if ((request.openFlags & openFlag.DIRECTORY) !== 0 && (request.base & right.FD_WRITE) !== 0) return errno.ISDIR;
  const outcome = openWith(from.directory, path, request, (request.base & from.inheriting & writingRights) !== 0);
  if (!outcome.ok) return errnoOfReason[outcome.reason];
  return describe(from, outcome.value, request);
}

function openWith(directory: DirectoryHandle, path: GuestPath, request: Request, write: boolean): Outcome<OpenFile | DirectoryHandle> {
  const options: OpenOptions = {
    climb: true,
    follow: (request.lookupFlags & symlinkFollow) !== 0 || path.directory,
    directory: path.directory || (request.openFlags & openFlag.DIRECTORY) !== 0,
    read: true,
    write,
    create: (request.openFlags & openFlag.CREATE) !== 0,
    exclusive: (request.openFlags & openFlag.EXCLUSIVE) !== 0,
    truncate: (request.openFlags & openFlag.TRUNCATE) !== 0,
    append: (request.fdFlags & fdFlag.APPEND) !== 0,
    sync: (request.fdFlags & syncFlags) !== 0,
  };
  const outcome = directory.open(path.components, options);
  // A guest that asks for every right there is still means a directory when it names one.
  if (outcome.ok || outcome.reason !== "is-directory" || !write || (request.base & right.FD_WRITE) !== 0) return outcome;
  return directory.open(path.components, { ...options, write: false });
}

function describe(from: DirectoryDescriptor, opened: OpenFile | DirectoryHandle, request: Request): Descriptor {
  const rights = request.base & from.inheriting;
  const inheriting = request.inheriting & from.inheriting;
  if (opened.kind === "directory") {
    return { kind: "directory", directory: opened, rights: rights & directoryRights, inheriting, flags: request.fdFlags, preopenName: undefined, cursor: undefined };
  }
  return { kind: "file", file: opened, rights: rights & fileRights, inheriting, flags: request.fdFlags, position: 0 };
}
