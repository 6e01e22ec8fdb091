import { chmod, lstat, opendir } from "node:fs/promises";
import { join } from "node:path";

const BLOCK_BYTES = 512;
const OWNER_MAY_LIST = 0o500;

/** Bytes that the files below some folders take up on the disk. Links are not followed; a file with several names counts once. */
export async function diskUsage(folders: readonly string[]): Promise<number> {
  const seen = new Set<string>();
  let bytes = 0;
  const waiting = [...folders];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    await eachEntry(folder, async (path) => {
      const found = await lstat(path).catch(() => undefined);
      if (found === undefined) return;
      const key = `${found.dev}:${found.ino}`;
      if (found.nlink > 1 && !found.isDirectory()) {
        if (seen.has(key)) return;
        seen.add(key);
      }
      bytes += found.blocks * BLOCK_BYTES;
      if (!found.isDirectory()) return;
      // A folder that its owner closed would hide what is in it.
      if ((found.mode & OWNER_MAY_LIST) !== OWNER_MAY_LIST) await chmod(path, (found.mode & 0o777) | OWNER_MAY_LIST).catch(() => undefined);
      waiting.push(path);
    });
  }
  return bytes;
}

async function eachEntry(folder: string, visit: (path: string) => Promise<void>): Promise<void> {
  try {
    for await (const entry of await opendir(folder)) await visit(join(folder, entry.name));
  } catch {
    // It went away while it was looked through.
  }
}
