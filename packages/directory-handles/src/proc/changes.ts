import { linkSync, lstatSync, mkdirSync, renameSync, rmdirSync, symlinkSync, truncateSync, unlinkSync } from "node:fs";
import { letGo } from "../handle/loose.ts";
import type { TimeChange } from "../handle/options.ts";
import { staysInside } from "../names/link-target.ts";
import { Refusal } from "../outcome/refusal.ts";
import { checkRegular, takeLeaf } from "./leaf.ts";
import { heldPath } from "./open-flags.ts";
import type { SharedRoot } from "../handle/shared-root.ts";
import { applyTimes } from "./times.ts";
import type { Walk } from "./walk.ts";

/** Refuses a place whose name may not be written, or that names the directory reached rather than something in it. */
function checkPlace(root: SharedRoot, walk: Walk): void {
  if (walk.name === ".") throw new Refusal("invalid");
  root.guard?.checkWrite(walk.names, walk.name);
}

/** Makes a directory at the place. */
export function makeDirectory(root: SharedRoot, walk: Walk): void {
  if (walk.name === ".") throw new Refusal("exists");
  checkPlace(root, walk);
  mkdirSync(walk.path);
}

/** Removes an empty directory. */
export function removeDirectory(root: SharedRoot, walk: Walk): void {
  checkPlace(root, walk);
  root.guard?.checkMove(walk.names, walk.name);
  rmdirSync(walk.path);
}

/** Removes a name that is no directory; with `directory` (the path ended in a slash) a file is refused. */
export function removeFile(root: SharedRoot, walk: Walk, directory: boolean): void {
  if (walk.name === ".") throw new Refusal("is-directory");
  checkPlace(root, walk);
  if (directory) throw new Refusal(standsDirectory(walk) ? "is-directory" : "not-directory");
  unlinkSync(walk.path);
}

/** Moves what stands at one place to another. Neither last name is followed. */
export function rename(root: SharedRoot, from: Walk, to: Walk, directory: boolean): void {
  checkPlace(root, from);
  checkPlace(root, to);
  root.guard?.checkMove(from.names, from.name);
  root.guard?.checkMove(to.names, to.name);
  if (directory && !standsDirectory(from)) throw new Refusal("not-directory");
  renameSync(from.path, to.path);
}

/** Gives a file a second name. A link is named, not followed. */
export function link(root: SharedRoot, from: Walk, to: Walk): void {
  checkPlace(root, from);
  checkPlace(root, to);
  linkSync(from.path, to.path);
}

/** Makes a symbolic link whose target, read as text, stays inside the root. */
export function symlink(root: SharedRoot, walk: Walk, target: string): void {
  checkPlace(root, walk);
  if (target === "") throw new Refusal("missing");
  if (target.includes("\0")) throw new Refusal("invalid-name");
  if (!staysInside(target, walk.names.length)) throw new Refusal("outside");
  symlinkSync(target, walk.path);
}

/** Sets the times of what stands at the place; without `follow` those of a link itself. */
export function setTimes(root: SharedRoot, walk: Walk, change: TimeChange, follow: boolean): void {
  if (!follow && lstatSync(walk.path).isSymbolicLink()) {
    root.guard?.checkWrite(walk.names, walk.name);
    applyTimes(walk.path, change, true);
    return;
  }
  const leaf = takeLeaf(root, walk, follow);
  try {
    root.guard?.checkWrite(walk.names, walk.name);
    if (!leaf.stat.isDirectory()) checkRegular(leaf.stat, true);
    applyTimes(heldPath(leaf.descriptor), change, false);
  } finally {
    letGo(root);
  }
}

/** Cuts or extends a file. */
export function truncate(root: SharedRoot, walk: Walk, size: number, follow: boolean): void {
  root.checkSize(size);
  const leaf = takeLeaf(root, walk, follow);
  try {
    root.guard?.checkWrite(walk.names, walk.name);
    checkRegular(leaf.stat, true);
    truncateSync(heldPath(leaf.descriptor), size);
  } finally {
    letGo(root);
  }
}

function standsDirectory(walk: Walk): boolean {
  return lstatSync(walk.path).isDirectory();
}
