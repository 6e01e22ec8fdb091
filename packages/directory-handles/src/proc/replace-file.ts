import { randomBytes } from "node:crypto";
import { fchmodSync, fstatSync, renameSync, unlinkSync, writeSync } from "node:fs";
import { hold, letGo } from "../handle/loose.ts";
import { Refusal } from "../outcome/refusal.ts";
import { checkRegular, takeLeafIfAny } from "./leaf.ts";
import { accessFlags, createNew } from "./open-flags.ts";
import type { SharedRoot } from "../handle/shared-root.ts";
import type { Walk } from "./walk.ts";

const permissionBits = 0o777;

/**
 * Puts `bytes` in the file at the walk's place in one step: a new file beside it, written whole, then renamed over it, both
 * inside the held parent. The rename replaces whatever stands there by then and follows nothing.
 */
export function replaceFile(root: SharedRoot, walk: Walk, bytes: Uint8Array, follow: boolean): void {
  root.checkSize(bytes.length);
  const mode = modeOfTarget(root, walk, follow);
  if (walk.name === ".") throw new Refusal("is-directory");
  root.guard?.checkWrite(walk.names, walk.name);
  const temporary = `${walk.prefix}.ambit-${randomBytes(9).toString("hex")}.tmp`;
  const descriptor = hold(root, temporary, accessFlags({}, true) | createNew, 0o666);
  try {
    try {
      if (mode !== undefined) keepMode(descriptor, mode);
      writeAll(descriptor, bytes);
    } finally {
      letGo(root);
    }
    renameSync(temporary, walk.path);
  } catch (thrown) {
    removeQuietly(temporary);
    throw thrown;
  }
}

/** The permission bits of the file to be replaced, or undefined for a new one. Refuses what may not be replaced. */
function modeOfTarget(root: SharedRoot, walk: Walk, follow: boolean): number | undefined {
  const leaf = takeLeafIfAny(root, walk, follow);
  if (leaf === undefined) return undefined;
  letGo(root);
  checkRegular(leaf.stat, true);
  return leaf.stat.mode & permissionBits;
}

function keepMode(descriptor: number, mode: number): void {
  if ((fstatSync(descriptor).mode & permissionBits) !== mode) fchmodSync(descriptor, mode);
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done, bytes.length - done);
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // The first failure is the one to report; the name may be gone already.
  }
}
