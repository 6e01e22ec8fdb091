import { fstatSync, type Stats } from "node:fs";
import { hold, letGo } from "../handle/loose.ts";
import type { SharedRoot } from "../handle/shared-root.ts";
import { kindOf } from "../handle/file-stat.ts";
import { Refusal } from "../outcome/refusal.ts";
import { systemCode } from "../outcome/system-refusal.ts";
import { nameOnly } from "./open-flags.ts";
import type { Walk } from "./walk.ts";

/** What stands at a place: a loose descriptor that only names it, and what it is. */
export interface Leaf {
  readonly descriptor: number;
  readonly stat: Stats;
}

/**
 * Takes hold of what stands at the walk's place without opening it. A link there is followed when asked, and is `loop` otherwise.
 * What was taken hold of is what is judged and used later, whatever is put in its place meanwhile.
 */
export function takeLeaf(root: SharedRoot, walk: Walk, follow: boolean): Leaf {
  for (;;) {
    const descriptor = hold(root, walk.path, nameOnly);
    const stat = statOrLetGo(root, descriptor);
    if (kindOf(stat) !== "link") return { descriptor, stat };
    letGo(root);
    if (!follow) throw new Refusal("loop");
    walk.followLast();
  }
}

/** As `takeLeaf`, and undefined where nothing stands. A link to nowhere is refused, so that nothing is made through it. */
export function takeLeafIfAny(root: SharedRoot, walk: Walk, follow: boolean): Leaf | undefined {
  try {
    return takeLeaf(root, walk, follow);
  } catch (thrown) {
    if (systemCode(thrown) !== "ENOENT") throw thrown;
    if (walk.lastWasLink) throw new Refusal("dangling-link");
    return undefined;
  }
}

/** Refuses anything but a regular file; when it is to be changed, also one that has a second name, which may be outside. */
export function checkRegular(stat: Stats, changes: boolean): void {
  const kind = kindOf(stat);
  if (kind === "directory") throw new Refusal("is-directory");
  if (kind !== "file") throw new Refusal("special");
  if (changes && stat.nlink > 1) throw new Refusal("hard-link");
}

/** What the descriptor that was opened last holds; lets go of it when that can't be told. */
export function statOrLetGo(root: SharedRoot, descriptor: number): Stats {
  try {
    return fstatSync(descriptor);
  } catch (thrown) {
    letGo(root);
    throw thrown;
  }
}
