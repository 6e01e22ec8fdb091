import { constants } from "node:fs";
import { open, stat } from "node:fs/promises";
import { ARCHIVE_BYTES } from "../archives/archive-limits.ts";
import { ARCHIVE, readArchive } from "../archives/read-archive.ts";
import type { BundleContent } from "../install/bundle-collector.ts";
import { withoutListing } from "../install/bundle-listing.ts";
import { refused } from "../install/bundle-paths.ts";
import { readFolder } from "./read-folder.ts";

/**
 * Reads a plugin from its folder, or from its archive where the path is a file's. A bundle's listing is checked, and is no file of
 * the plugin.
 *
 * @throws AmbitError `BUNDLE_INVALID` naming the file.
 */
export async function readContent(path: string): Promise<BundleContent> {
  const stats = await stat(path).catch(() => undefined);
  return withoutListing(stats?.isFile() === true ? await readArchive(await readWhole(path)) : await readFolder(path, { leaveOut: true }));
}

async function readWhole(path: string): Promise<Buffer> {
  // It may have become something else since it was looked at: a FIFO is not waited for.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(() => undefined);
  if (handle === undefined) throw refused(ARCHIVE, "It cannot be read.");
  try {
    const { size } = await handle.stat();
    if (size > ARCHIVE_BYTES) throw refused(ARCHIVE, `An archive has at most ${ARCHIVE_BYTES} bytes; this has ${size}.`);
    const bytes = Buffer.alloc(size);
    const { bytesRead } = await handle.read(bytes, 0, size, 0);
    if (bytesRead !== size) throw refused(ARCHIVE, "It changed while it was read.");
    return bytes;
  } finally {
    await handle.close();
  }
}
