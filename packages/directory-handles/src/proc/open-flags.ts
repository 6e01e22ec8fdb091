import { constants, readlinkSync } from "node:fs";
import type { OpenOptions } from "../handle/options.ts";

/** Linux' `O_PATH`: names a file without opening it. Node.js has no constant for it; the number is the same on x86_64 and arm64. */
const pathOnly = 0o10000000;

/** Names whatever stands at a place, a link included, and opens nothing: no FIFO is woken, no device touched. */
export const nameOnly: number = pathOnly | constants.O_NOFOLLOW;

/** Names a directory to walk through; a link in its place is refused. */
export const nameDirectory: number = nameOnly | constants.O_DIRECTORY;

/** Creates a file that must not exist. */
export const createNew: number = constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

let descriptors: string | undefined;

/** The folder of this process's descriptors, with what `/proc/self` leads to written out: one link less in every walk. */
function descriptorFolder(): string {
  descriptors ??= `/proc/${readlinkSync("/proc/self")}/fd/`;
  return descriptors;
}

/** The path by which the kernel finds what `descriptor` holds. */
export function heldPath(descriptor: number): string {
  return `${descriptorFolder()}${descriptor}`;
}

/** What stands before a name in the directory that `descriptor` holds; with it the kernel looks one component up in that very directory. */
export function placePrefix(descriptor: number): string {
  return `${descriptorFolder()}${descriptor}/`;
}

/** Flags for reading, writing or both, plus append and sync. */
export function accessFlags(options: OpenOptions, write: boolean): number {
  const access = write ? (options.read ? constants.O_RDWR : constants.O_WRONLY) : constants.O_RDONLY;
  return access | (options.append ? constants.O_APPEND : 0) | (options.sync ? constants.O_SYNC : 0) | constants.O_NONBLOCK;
}
