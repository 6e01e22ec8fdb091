import type { Components, DirectoryHandle } from "@ambit/directory-handles";

/**
 * Whether a path is missing because a link on it leads to nothing. A link to nowhere is refused, as one that leads outside is;
 * only a name that is plainly not there is told as missing.
 */
export function hasDanglingLink(folder: DirectoryHandle, path: Components): boolean {
  for (let length = 1; length <= path.length; length += 1) {
    const part = path.slice(0, length);
    const itself = folder.lstat(part);
    if (!itself.ok) return false;
    if (itself.value.kind === "link" && !folder.stat(part).ok) return true;
  }
  return false;
}
