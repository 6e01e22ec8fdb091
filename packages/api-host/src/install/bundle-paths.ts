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
 * Checks that no two paths are one file on a system that ignores case, and that no file is another's folder.
 *
 * @param named Folders beside those that the files are in.
 * @throws AmbitError `BUNDLE_INVALID` naming the path.
 */
export function requireDistinct(paths: readonly string[], named: readonly string[] = []): void {
  const folders = new Set<string>(named.map(folded));
  const files = new Set<string>();
  for (const path of paths) {
    const parts = folded(path).split("/");
    for (let end = 1; end < parts.length; end++) folders.add(parts.slice(0, end).join("/"));
  }
  for (const path of paths) {
    if (files.has(folded(path))) throw refused(path, "Another file has the same name but for upper and lower case.");
    if (folders.has(folded(path))) throw refused(path, "A folder has the same name.");
    files.add(folded(path));
  }
}

/** The error of a file that a bundle cannot have. */
export function refused(path: string, reason: string): AmbitError {
  return new AmbitError("BUNDLE_INVALID", `${visibleText(path).slice(0, 200)}: ${reason}`);
}

function folded(path: string): string {
  return path.split("/").map(foldName).join("/");
}
