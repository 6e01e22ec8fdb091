import { lstat, readdir, readFile, readlink } from "node:fs/promises";
import { join } from "node:path";

/** Everything below a folder that a guest could change, one line a name: kind, links, time of change and content. */
export async function folderSnapshot(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true });
  return Promise.all(names.toSorted().map(async (name) => `${name} ${await described(join(folder, name))}`));
}

async function described(path: string): Promise<string> {
  const { mtimeMs, nlink, mode } = await lstat(path);
  const kind = mode.toString(8);
  // Folders change their times when names in them come and go, which shows in the names.
  if (kind.startsWith("4")) return kind;
  if (kind.startsWith("12")) return `${kind} -> ${await readlink(path)}`;
  return `${kind} ${nlink} ${mtimeMs} ${await readFile(path, "utf8")}`;
}
