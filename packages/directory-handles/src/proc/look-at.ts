import { lstatSync, type BigIntStats } from "node:fs";
import { Refusal } from "../outcome/refusal.ts";
import type { Walk } from "./walk.ts";

/** What stands at the walk's place, without opening it. A link is told as a link unless it is to be followed. */
export function lookAt(walk: Walk, follow: boolean, directory: boolean): BigIntStats {
  for (;;) {
    const stat = lstatSync(walk.path, { bigint: true, throwIfNoEntry: false });
    if (stat === undefined) throw new Refusal("missing");
    if (stat.isSymbolicLink() && (follow || directory)) {
      walk.followLast();
      continue;
    }
    if (directory && !stat.isDirectory()) throw new Refusal("not-directory");
    return stat;
  }
}
