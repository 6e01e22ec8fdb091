import { errno } from "../preview1/errno/errno.ts";
import { type GuestPath, splitGuestPath } from "../preview1/path/guest-path.ts";

/** Longest path a guest can hand in, in UTF-16 units. */
const PATH_UNITS = 4096;

/** Splits a component's path. Throws a code of `wasi:filesystem` for one that is absolute, empty, too long or has a NUL in it. */
export function splitPath(text: string): GuestPath {
  if (text.length > PATH_UNITS) throw "name-too-long";
  if (text.includes("\0")) throw "invalid";
  const path = splitGuestPath(text);
  if (typeof path !== "number") return path;
  throw path === errno.NOENT ? "no-entry" : "not-permitted";
}

