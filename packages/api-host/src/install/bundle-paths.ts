import { AmbitError, foldName } from "@ambit/api-types";
import { judgePathText } from "@ambit/sandbox-permissions";
import { visibleText } from "../text/visible-text.ts";

/**
 * Checks a file's path inside a bundle by the grammar of the strictest platform: a bundle can be unpacked everywhere.
 *
 * @throws AmbitError `BUNDLE_INVALID` naming the path.
 */
export function requireBundlePath(path: string): void {
  const read = judgePathText(path, "win32");
  if (!read.ok) throw refused(path, read.reason);
  if (read.components.length === 0) throw refused(path, "A file has a name.");
  if (visibleText(path) !== path || path.normalize("NFC") !== path) throw refused(path, "A name holds no hidden characters and is in Unicode's composed form (NFC).");
}

/**
 * Checks that no two paths are one file on a system that ignores case, that no two folders are one there, and that no file is another's folder.
 *
 * @param named Folders beside those that the files are in.
 * @throws AmbitError `BUNDLE_INVALID` naming the path.
 */
export function requireDistinct(paths: readonly string[], named: readonly string[] = []): void {
  /** Each folder as it is written, by what a system that ignores case makes of it. */
  const folders = new Map<string, string>();
  const files = new Set<string>();
  for (const folder of [...named, ...paths.flatMap(foldersAbove)]) {
    const known = folders.get(folded(folder));
    if (known !== undefined && known !== folder) throw refused(folder, "Another folder has the same name but for upper and lower case.");
    folders.set(folded(folder), folder);
  }
  for (const path of paths) {
    if (files.has(folded(path))) throw refused(path, "Another file has the same name but for upper and lower case.");
    if (folders.has(folded(path))) throw refused(path, "A folder has the same name.");
    files.add(folded(path));
  }
}

function foldersAbove(path: string): readonly string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join("/"));
}

/** The error of a file that a bundle cannot have. */
export function refused(path: string, reason: string): AmbitError {
  return new AmbitError("BUNDLE_INVALID", `${visibleText(path).slice(0, 200)}: ${reason}`);
}

function folded(path: string): string {
  return path.split("/").map(foldName).join("/");
}
