import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { extract } from "tar-stream";
import { refused } from "../install/bundle-paths.ts";
import type { ArchiveEntry } from "./archive-entry.ts";
import { checkTarHeaders } from "./check-tar-headers.ts";

/** What a name holds whose bytes are no UTF-8. */
const NOT_UTF8 = "\ufffd";

/**
 * Lists the entries of a tar archive (ustar, pax or GNU). Files and folders alone are taken in.
 *
 * @throws AmbitError `BUNDLE_INVALID` naming the entry.
 */
export async function* readTar(bytes: Buffer): AsyncGenerator<ArchiveEntry, void, undefined> {
  checkTarHeaders(bytes);
  const archive = extract();
  Readable.from([bytes]).pipe(archive);
  try {
    for await (const entry of archive) {
      const { name, type, size = 0 } = entry.header;
      if (name.includes(NOT_UTF8)) throw refused(name, "Its name is not valid UTF-8.");
      if (type === "directory") yield { kind: "folder", name: name.replace(/\/$/, "") };
      else if (type === "file") yield { kind: "file", name, size, read: () => contentOf(name, size, entry) };
      else throw refused(name, "Links and special files are not taken in.");
      entry.resume();
    }
  } catch (cause) {
    if ((cause as { readonly code?: unknown }).code === "BUNDLE_INVALID") throw cause;
    throw refused("The archive", "It is no tar archive that can be read to its end.");
  } finally {
    archive.destroy();
  }
}

async function contentOf(name: string, size: number, entry: AsyncIterable<unknown>): Promise<Uint8Array> {
  const content = await buffer(entry as AsyncIterable<Buffer>).catch(() => undefined);
  if (content?.length !== size) throw refused(name, "Its content is not as long as its header says.");
  return content;
}
