import { arrows } from "./arrows.ts";
import type { Arrow } from "./arrows.ts";

/**
 * A cycle in the table of arrows, as the names along it, or `undefined`. Arrows of tests count too: the build orders
 * the packages by development dependencies as well.
 */
export function findCycle(table: Readonly<Record<string, Arrow>> = arrows): string[] | undefined {
  const done = new Set<string>();
  function walk(name: string, path: readonly string[]): string[] | undefined {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (done.has(name)) return undefined;
    const arrow = table[name];
    for (const next of [...(arrow?.sources ?? []), ...(arrow?.tests ?? [])]) {
      const cycle = walk(next, [...path, name]);
      if (cycle !== undefined) return cycle;
    }
    done.add(name);
    return undefined;
  }
  for (const name of Object.keys(table)) {
    const cycle = walk(name, []);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}
