import { lstatSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import type { Components } from "../handle/directory-handle.ts";
import type { SharedRoot } from "../handle/shared-root.ts";
import { maxComponents } from "../names/component.ts";
import { maxHops, splitLinkTarget } from "../names/link-target.ts";
import { Refusal } from "../outcome/refusal.ts";

/** Where a walk starts: the root's canonical path, and the names of the directory in it. */
export interface Start {
  readonly rootPath: string;
  readonly names: Components;
}

/**
 * Resolves a path as text, one component at a time, following links itself and never above the start.
 * Gives the names from the root. The system may have changed by the time they are used, so what is opened is verified after.
 */
export function resolveNames(root: SharedRoot, start: Start, path: Components, follow: boolean): string[] {
  const names = [...start.names];
  const pending = path.toReversed();
  for (let hops = 0; ; ) {
    const next = pending.pop();
    if (next === undefined) return names;
    if (next === "..") {
      if (names.length <= start.names.length) throw new Refusal("outside");
      names.pop();
      continue;
    }
    if (root.guard?.isFenced(names, next)) throw new Refusal("fenced");
    const here = join(start.rootPath, ...names, next);
    const stat = lstatSync(here);
    const last = pending.length === 0;
    if (!stat.isSymbolicLink() || (last && !follow)) {
      if (!last && !stat.isDirectory()) throw new Refusal("not-directory");
      names.push(next);
      continue;
    }
    hops += 1;
    if (hops > maxHops) throw new Refusal("loop");
    pending.push(...splitLinkTarget(readlinkSync(here)).toReversed());
    if (pending.length > maxComponents) throw new Refusal("name-too-long");
  }
}
