import type { DirectoryDescriptor } from "../descriptor/descriptor.ts";
import { findDirectory } from "../descriptor/find-descriptor.ts";
import type { Errno } from "../errno/errno.ts";
import type { HostState } from "../host/host-state.ts";
import { splitGuestPath, type GuestPath } from "./guest-path.ts";

/** A directory descriptor, and a path to be looked up below it. */
export interface Located {
  readonly descriptor: DirectoryDescriptor;
  readonly path: GuestPath;
}

/** Takes the arguments that every path function begins with: a descriptor that must have `rights`, and a path in the guest's memory. */
export function locate(state: HostState, fd: number, rights: number, pointer: number, length: number): Located | Errno {
  const descriptor = findDirectory(state.table, fd, rights);
  if (typeof descriptor === "number") return descriptor;
  const text = state.memory.readPath(pointer >>> 0, length >>> 0);
  if (typeof text === "number") return text;
  const path = splitGuestPath(text);
  return typeof path === "number" ? path : { descriptor, path };
}

/** The bit of the `lookupflags` word that says to follow a link in last place. */
export const symlinkFollow = 1;

/** How a path is looked up: `..` allowed, a link in last place followed when asked or when a slash came after it. */
export function lookup(path: GuestPath, lookupFlags: number): { readonly climb: true; readonly follow: boolean; readonly directory: boolean } {
  return { climb: true, follow: (lookupFlags & symlinkFollow) !== 0 || path.directory, directory: path.directory };
}
