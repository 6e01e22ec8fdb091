import { right } from "../descriptor/rights.ts";
import { errno, type Errno } from "../errno/errno.ts";
import { errnoOfOutcome } from "../errno/errno-of-outcome.ts";
import type { HostState } from "../host/host-state.ts";
import { locate, lookup, symlinkFollow, type Located } from "./locate.ts";

/** The functions by which a guest makes, moves and removes names. */
export interface PathNamesFunctions {
  path_create_directory(fd: number, pointer: number, length: number): Errno;
  path_remove_directory(fd: number, pointer: number, length: number): Errno;
  path_unlink_file(fd: number, pointer: number, length: number): Errno;
  path_rename(fd: number, pointer: number, length: number, newFd: number, newPointer: number, newLength: number): Errno;
  path_link(fd: number, lookupFlags: number, pointer: number, length: number, newFd: number, newPointer: number, newLength: number): Errno;
}

/** Makes them for one guest. */
export function pathNamesFunctions(state: HostState): PathNamesFunctions {
  return {
    path_create_directory(fd, pointer, length) {
      const at = locate(state, fd, right.PATH_CREATE_DIRECTORY, pointer, length);
      return typeof at === "number" ? at : errnoOfOutcome(at.descriptor.directory.makeDirectory(at.path.components, { climb: true }));
    },
    path_remove_directory(fd, pointer, length) {
      const at = locate(state, fd, right.PATH_REMOVE_DIRECTORY, pointer, length);
      return typeof at === "number" ? at : errnoOfOutcome(at.descriptor.directory.removeDirectory(at.path.components, { climb: true }));
    },
    path_unlink_file(fd, pointer, length) {
      const at = locate(state, fd, right.PATH_UNLINK_FILE, pointer, length);
      return typeof at === "number" ? at : errnoOfOutcome(at.descriptor.directory.removeFile(at.path.components, lookup(at.path, 0)));
    },
    path_rename(fd, pointer, length, newFd, newPointer, newLength) {
      const from = locate(state, fd, right.PATH_RENAME_SOURCE, pointer, length);
      if (typeof from === "number") return from;
      const to = locate(state, newFd, right.PATH_RENAME_TARGET, newPointer, newLength);
      if (typeof to === "number") return to;
      const options = { climb: true, directory: from.path.directory || to.path.directory };
      return errnoOfOutcome(from.descriptor.directory.rename(from.path.components, to.descriptor.directory, to.path.components, options));
    },
    path_link(fd, lookupFlags, pointer, length, newFd, newPointer, newLength) {
      const from = locate(state, fd, right.PATH_LINK_SOURCE, pointer, length);
      if (typeof from === "number") return from;
      const to = locate(state, newFd, right.PATH_LINK_TARGET, newPointer, newLength);
      return typeof to === "number" ? to : link(from, to, lookupFlags);
    },
  };
}

/** A second name is given to the very file named: following a link there, or a slash behind either name, has no meaning. */
function link(from: Located, to: Located, lookupFlags: number): Errno {
  if ((lookupFlags & symlinkFollow) !== 0) return errno.INVAL;
  if (from.path.directory) return errno.NOTDIR;
  if (to.path.directory) return errno.NOENT;
  return errnoOfOutcome(from.descriptor.directory.link(from.path.components, to.descriptor.directory, to.path.components, { climb: true }));
}
