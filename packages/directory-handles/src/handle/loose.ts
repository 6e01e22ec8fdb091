import { closeSync, openSync } from "node:fs";
import { Refusal } from "../outcome/refusal.ts";
import type { SharedRoot } from "./shared-root.ts";

/** Opens a descriptor and notes it as loose. A handle that is made for it takes it over; else `letGo` closes it. */
export function hold(root: SharedRoot, path: string, flags: number, mode = 0): number {
  if (root.looseCount === root.loose.length) throw new Refusal("name-too-long");
  const descriptor = openSync(path, flags, mode);
  root.loose[root.looseCount] = descriptor;
  root.looseCount += 1;
  return descriptor;
}

/** Closes the loose descriptor that was opened last. */
export function letGo(root: SharedRoot): void {
  closeSync(root.loose[root.looseCount - 1] ?? -1);
  root.looseCount -= 1;
}

/** Closes the loose descriptor that was opened last but one; the last one keeps its place. */
export function letGoEarlier(root: SharedRoot): void {
  const last = root.loose[root.looseCount - 1] ?? -1;
  closeSync(root.loose[root.looseCount - 2] ?? -1);
  root.loose[root.looseCount - 2] = last;
  root.looseCount -= 1;
}
