import { fstatSync, lstatSync, realpathSync, type BigIntStats } from "node:fs";
import { join, relative, sep, isAbsolute } from "node:path";
import type { SharedRoot } from "../handle/shared-root.ts";
import { Refusal } from "../outcome/refusal.ts";

/** Whether two looks saw the same file. */
export function isSameFile(one: BigIntStats, other: BigIntStats): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

/** Names of `path` below `rootPath`; refuses one that is not below it, or fenced as the system really spells it. */
function namesBelow(root: SharedRoot, rootPath: string, path: string): string[] {
  const rest = relative(rootPath, path);
  if (rest === "") return [];
  const names = rest.split(sep);
  if (isAbsolute(rest) || names[0] === "..") throw new Refusal("outside");
  for (const [index, name] of names.entries()) {
    if (root.guard?.isFenced(names.slice(0, index), name)) throw new Refusal("fenced");
  }
  return names;
}

/** Looks at what stands under `names` by its real path, which must be inside, and gives what was seen there. */
export function lookAtReal(root: SharedRoot, rootPath: string, names: readonly string[]): BigIntStats {
  const path = join(rootPath, ...names);
  const real = realpathSync.native(path);
  namesBelow(root, rootPath, real);
  const stat = lstatSync(real, { bigint: true });
  // Once more, since a directory on the way may have been a link for the moment of the look.
  namesBelow(root, rootPath, realpathSync.native(path));
  return stat;
}

/** Checks that an open descriptor is what stands under `names`, by its real path, inside the root. */
export function verifyOpened(root: SharedRoot, rootPath: string, names: readonly string[], descriptor: number): void {
  const opened = fstatSync(descriptor, { bigint: true });
  if (!isSameFile(opened, lookAtReal(root, rootPath, names))) throw new Refusal("outside");
}
