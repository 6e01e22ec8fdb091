import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** SHA-256 over the names and bytes of a folder's files, in hexadecimal. */
export async function bundleDigest(folder: string): Promise<string> {
  const hash = createHash("sha256");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.toSorted()) {
    const bytes = await readFile(file);
    hash.update(`${file.slice(folder.length)}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest("hex");
}
