import { constants } from "node:fs";

/** Linux' `O_PATH`: names a file without opening it. Node.js has no constant for it; the number is the same on x86_64 and arm64. */
export const pathOnly = 0o10000000;

/** Names whatever stands at a place, a link included, and opens nothing: no FIFO is woken, no device touched. */
export const nameOnly: number = pathOnly | constants.O_NOFOLLOW;

/** Names a directory to walk through; a link in its place is refused. */
export const nameDirectory: number = nameOnly | constants.O_DIRECTORY;

/** Creates a file that must not exist. */
export const createNew: number = constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** The path by which the kernel finds what `descriptor` holds. */
export function heldPath(descriptor: number): string {
  return `/proc/self/fd/${descriptor}`;
}

/** The path of `name` below the directory that `descriptor` holds: one component, looked up by the kernel in that very directory. */
export function placePath(descriptor: number, name: string): string {
  return `/proc/self/fd/${descriptor}/${name}`;
}

/** Flags for reading, writing or both, plus append and sync. */
export function accessFlags(options: { readonly read?: boolean; readonly write?: boolean; readonly append?: boolean; readonly sync?: boolean }): number {
  const access = options.write ? (options.read ? constants.O_RDWR : constants.O_WRONLY) : constants.O_RDONLY;
  return access | (options.append ? constants.O_APPEND : 0) | (options.sync ? constants.O_SYNC : 0) | constants.O_NONBLOCK;
}
