import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { BundleCollector, type BundleContent } from "../install/bundle-collector.ts";
import { refused } from "../install/bundle-paths.ts";
import { isNoPart } from "../install/no-part.ts";
import type { ArchiveEntry } from "./archive-entry.ts";
import { ARCHIVE_BYTES, isBomb } from "./archive-limits.ts";
import { readTar } from "./read-tar.ts";
import { readZip } from "./read-zip.ts";

const unpack = promisify(gunzip);

/** Name of the archive in errors: its path is the host's. */
export const ARCHIVE = "The archive";

/** Where a tar archive says that it is one. */
const TAR_MARK_AT = 257;

/**
 * Reads a plugin's archive whole: zip, tar, or gzipped tar, told by its content. One entry that a bundle cannot have refuses the
 * archive, and nothing is written before all of it was read. Modes and owners are ignored; names that are no part of a plugin
 * are left out, as from a folder.
 *
 * @throws AmbitError `BUNDLE_INVALID` naming the entry.
 */
export async function readArchive(bytes: Buffer): Promise<BundleContent> {
  const content = new BundleCollector();
  for await (const entry of entriesOf(bytes)) {
    content.name(entry.name);
    if (entry.name.split("/").some(isNoPart)) content.leaveOut(entry.name);
    else if (entry.kind === "folder") content.folder(entry.name);
    else {
      content.reserve(entry.name, entry.size);
      content.file(entry.name, await entry.read());
    }
  }
  return content.finish();
}

async function* entriesOf(bytes: Buffer): AsyncGenerator<ArchiveEntry, void, undefined> {
  if (bytes.subarray(0, 2).toString("latin1") === "PK") return yield* readZip(bytes);
  const tar = bytes[0] === 0x1f && bytes[1] === 0x8b ? await unpacked(bytes) : bytes;
  if (tar.subarray(TAR_MARK_AT, TAR_MARK_AT + 5).toString("latin1") !== "ustar") throw refused(ARCHIVE, "It is neither zip, nor tar, nor gzipped tar.");
  yield* readTar(tar);
}

async function unpacked(bytes: Buffer): Promise<Buffer> {
  const tar = await unpack(bytes, { maxOutputLength: ARCHIVE_BYTES }).catch(() => undefined);
  if (tar === undefined) throw refused(ARCHIVE, `It is no gzip that can be read, or has more than ${ARCHIVE_BYTES} bytes.`);
  if (isBomb(bytes.length, tar.length)) throw refused(ARCHIVE, "It is packed more tightly than real content can be.");
  return tar;
}
