import { randomUUID } from "node:crypto";
import { type Dirent } from "node:fs";
import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";

/** Bytes of a path past which a folder is moved up before it is looked into: well below what systems take as a path. */
const LONG_PATH = 1024;

/**
 * Removes a folder with all that is in it, and does nothing where it is missing; links are removed, not followed. A plugin can
 * make a tree that is deeper than a path can say, since it goes down one folder at a time: such a tree is taken apart first.
 */
export async function removeTree(folder: string): Promise<void> {
  await moveDeepUp(folder);
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Moves every folder whose path is long to the top, where it is looked into in its turn. */
async function moveDeepUp(folder: string): Promise<void> {
  const longest = Buffer.byteLength(folder) + LONG_PATH;
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const { name } of await foldersIn(next)) {
      const path = join(next, name);
      const place = Buffer.byteLength(path) < longest ? path : join(folder, randomUUID());
      if (place !== path) await rename(path, place);
      waiting.push(place);
    }
  }
}

/** Names that no text can carry are left to the removal itself, which goes by bytes. */
async function foldersIn(folder: string): Promise<readonly Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return entries.filter((entry) => entry.isDirectory());
}
