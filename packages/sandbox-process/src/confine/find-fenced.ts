import { AmbitError } from "@ambit/api-types";
import { isFenced } from "@ambit/sandbox-permissions";
import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";

/** Something below a folder that is fenced off. */
export interface FencedPlace {
  /** Below the folder. */
  readonly path: string;
  readonly isFolder: boolean;
}

const MOST_ENTRIES = 50_000;

/**
 * Everything below a folder that is fenced off; links are not followed, since where they lead is fenced off itself.
 *
 * @throws AmbitError `REFUSED` where the folder is too large to be sure.
 */
export function findFenced(folder: string, fences: readonly string[]): FencedPlace[] {
  const found: FencedPlace[] = [];
  const queue: (readonly string[])[] = [[]];
  let looked = 0;
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    for (const entry of entriesOf(join(folder, ...next))) {
      if (++looked > MOST_ENTRIES) throw new AmbitError("REFUSED", `The folder has more than ${MOST_ENTRIES} entries, so what is fenced off in it cannot be hidden from a process.`);
      const components = [...next, entry.name];
      if (isFenced(components, fences)) {
        if (!entry.isSymbolicLink()) found.push({ path: components.join("/"), isFolder: entry.isDirectory() });
      } else if (entry.isDirectory()) queue.push(components);
    }
  }
  return found;
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
