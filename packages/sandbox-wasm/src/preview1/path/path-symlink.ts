import { right } from "../descriptor/rights.ts";
import { errno, type Errno } from "../errno/errno.ts";
import { errnoOfOutcome } from "../errno/errno-of-outcome.ts";
import { errnoOfReason } from "../errno/errno-of-reason.ts";
import type { HostState } from "../host/host-state.ts";
import { locate } from "./locate.ts";

/** The functions by which a guest makes and reads symbolic links. */
export interface PathSymlinkFunctions {
  path_symlink(targetPointer: number, targetLength: number, fd: number, pointer: number, length: number): Errno;
  path_readlink(fd: number, pointer: number, length: number, buffer: number, bufferLength: number, result: number): Errno;
}

/** Makes them for one guest. */
export function pathSymlinkFunctions(state: HostState): PathSymlinkFunctions {
  return {
    path_symlink(targetPointer, targetLength, fd, pointer, length) {
      const target = state.memory.readPath(targetPointer >>> 0, targetLength >>> 0);
      if (typeof target === "number") return target;
      const at = locate(state, fd, right.PATH_SYMLINK, pointer, length);
      if (typeof at === "number") return at;
      const { directory } = at.descriptor;
      if (!at.path.directory) return errnoOfOutcome(directory.symlink(target, at.path.components, { climb: true }));
      // A link can't be made under a name that says it is a directory.
      const standing = directory.lstat(at.path.components, { climb: true });
      if (!standing.ok) return errnoOfReason[standing.reason];
      return standing.value.kind === "directory" ? errno.EXIST : errno.NOTDIR;
    },
    path_readlink(fd, pointer, length, buffer, bufferLength, result) {
      const at = locate(state, fd, right.PATH_READLINK, pointer, length);
      if (typeof at === "number") return at;
      const { memory } = state;
      if (!memory.holds(buffer >>> 0, bufferLength >>> 0) || !memory.holds(result >>> 0, 4)) return errno.FAULT;
      if (at.path.directory) return errno.INVAL;
      const target = at.descriptor.directory.readLink(at.path.components, { climb: true });
      if (!target.ok) return errnoOfReason[target.reason];
      const text = Buffer.from(target.value).subarray(0, bufferLength >>> 0);
      memory.bytes.set(text, buffer >>> 0);
      memory.view.setUint32(result >>> 0, text.length, true);
      return errno.SUCCESS;
    },
  };
}
