import { mkdirSync } from "node:fs";
import type { Components } from "../handle/directory-handle.ts";
import { systemCode } from "../outcome/system-refusal.ts";
import type { SharedRoot } from "../handle/shared-root.ts";
import { walkTo } from "./walk.ts";

/** Makes the missing directories above the last component, each inside its held parent. What exists already is walked through. */
export function makeParents(root: SharedRoot, start: string, names: Components, path: Components): void {
  for (let length = 1; length < path.length; length += 1) {
    walkTo(root, start, names, path.slice(0, length), (walk) => {
      if (walk.name === ".") return;
      try {
        root.guard?.checkWrite(walk.names, walk.name);
        mkdirSync(walk.path);
      } catch (thrown) {
        if (systemCode(thrown) !== "EEXIST") throw thrown;
      }
    });
  }
}
