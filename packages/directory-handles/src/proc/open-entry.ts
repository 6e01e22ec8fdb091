import { constants, type Stats } from "node:fs";
import { hold, letGo, letGoEarlier } from "../handle/loose.ts";
import type { OpenOptions } from "../handle/options.ts";
import { kindOf } from "../handle/file-stat.ts";
import { Refusal } from "../outcome/refusal.ts";
import { systemCode } from "../outcome/system-refusal.ts";
import { checkRegular, takeLeaf, takeLeafIfAny, type Leaf } from "./leaf.ts";
import { accessFlags, createNew, heldPath } from "./open-flags.ts";
import { ProcFile } from "./proc-file.ts";
import type { SharedRoot } from "../handle/shared-root.ts";
import type { Walk } from "./walk.ts";

/** How often a file that comes and goes while it is being opened is tried again. */
const attempts = 4;
const everyoneReads = 0o444;

/** What the path named: a file, or a loose descriptor that names a directory. */
export type Entry = ProcFile | number;

/** Whether opening with these options may change something. */
export function opensForChange(options: OpenOptions): boolean {
  return options.write === true || options.create === true || options.truncate === true;
}

/** Opens what stands at the walk's place, or creates a file there when asked. */
export function openEntry(root: SharedRoot, walk: Walk, options: OpenOptions): Entry {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const leaf = leafFor(root, walk, options);
    if (leaf !== undefined) return openLeaf(root, walk, leaf, options);
    root.guard?.checkWrite(walk.names, walk.name);
    const created = create(root, walk, options);
    if (created !== undefined) return created;
  }
  throw new Refusal("busy");
}

function leafFor(root: SharedRoot, walk: Walk, options: OpenOptions): Leaf | undefined {
  const follow = options.follow ?? true;
  if (!options.create) return takeLeaf(root, walk, follow);
  return options.exclusive ? undefined : takeLeafIfAny(root, walk, follow);
}

function openLeaf(root: SharedRoot, walk: Walk, leaf: Leaf, options: OpenOptions): Entry {
  try {
    if (opensForChange(options)) root.guard?.checkWrite(walk.names, walk.name);
    if (kindOf(leaf.stat) === "directory") {
      if (opensForChange(options)) throw new Refusal("is-directory");
      return leaf.descriptor;
    }
    if (options.directory) throw new Refusal("not-directory");
    checkRegular(leaf.stat, options.write === true || options.truncate === true);
    return openRegular(root, leaf, options);
  } catch (thrown) {
    letGo(root);
    throw thrown;
  }
}

function openRegular(root: SharedRoot, leaf: Leaf, options: OpenOptions): ProcFile {
  const write = options.write === true || options.truncate === true;
  const flags = accessFlags(options, write);
  if (!write && mayReadLater(leaf.stat)) return new ProcFile(root, leaf.descriptor, -1, flags);
  const data = hold(root, heldPath(leaf.descriptor), options.truncate ? flags | constants.O_TRUNC : flags);
  letGoEarlier(root);
  return new ProcFile(root, -1, data, flags);
}

/** Whether opening for reading can be put off: only when the system would certainly allow it, so that the answer is the same. */
export function mayReadLater(stat: Stats): boolean {
  return (stat.mode & everyoneReads) === everyoneReads;
}

function create(root: SharedRoot, walk: Walk, options: OpenOptions): ProcFile | undefined {
  if (options.directory || walk.name === ".") throw new Refusal("is-directory");
  const flags = accessFlags(options, options.write === true);
  try {
    return new ProcFile(root, -1, hold(root, walk.path, flags | createNew, 0o666), flags);
  } catch (thrown) {
    if (systemCode(thrown) === "EEXIST" && !options.exclusive) return undefined;
    throw thrown;
  }
}
