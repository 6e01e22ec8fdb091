import { realpathSync } from "node:fs";
import { isAbsolute, relative, sep } from "node:path";

/**
 * Where one folder is below another, links resolved: names, none where they are the same; undefined where it is not below it,
 * or one of them is not there.
 */
export function folderBelow(folder: string, outer: string): readonly string[] | undefined {
  const way = wayBetween(outer, folder);
  if (way === undefined || isAbsolute(way)) return undefined;
  const names = way.split(sep).filter((name) => name !== "");
  return names[0] === ".." ? undefined : names;
}

function wayBetween(from: string, to: string): string | undefined {
  try {
    return relative(realpathSync.native(from), realpathSync.native(to));
  } catch {
    return undefined;
  }
}
