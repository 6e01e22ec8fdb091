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

/** The folders above places that are fenced off by their path, outermost first, as they are really spelled. */
export function foldersAbove(folder: string, fences: readonly string[]): string[] {
  const found = new Set<string>();
  for (const fence of fences.filter((each) => each.includes("/"))) {
    const parts = fence.split("/").filter((part) => part !== "");
    let places: readonly (readonly string[])[] = [[]];
    for (const length of parts.keys()) {
      for (const place of places) if (place.length > 0) found.add(place.join("/"));
      const wanted = `/${parts.slice(0, length + 1).join("/")}`;
      places = places.flatMap((place) => entriesOf(join(folder, ...place)).filter((entry) => entry.isDirectory() && isFenced([...place, entry.name], [wanted])).map((entry) => [...place, entry.name]));
    }
  }
  return [...found].toSorted((left, right) => left.length - right.length);
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
