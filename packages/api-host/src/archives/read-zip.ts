import { promisify } from "node:util";
import { crc32, inflateRaw } from "node:zlib";
import { type Entry, fromBufferPromise, type LocalFileHeader, type ZipFile } from "yauzl";
import { BUNDLE_FILES } from "../install/bundle-limits.ts";
import { refused } from "../install/bundle-paths.ts";
import type { ArchiveEntry } from "./archive-entry.ts";
import { isBomb } from "./archive-limits.ts";

const inflate = promisify(inflateRaw);

/** Files and folders together. */
const MOST_ENTRIES: number = 2 * BUNDLE_FILES;

const STORED = 0;
const DEFLATED = 8;
/** Flag: sizes and checksum stand behind the data, and are zero in the header before it. */
const SIZES_FOLLOW = 0x08;
/** What the directory begins with. */
const DIRECTORY: Buffer = Buffer.from("PK\u0001\u0002", "latin1");
/** Bytes of what stands behind the data then, in its four forms. */
const SIZES_BEHIND: readonly number[] = [12, 16, 20, 24];
/** Flag: the name is UTF-8. */
const NAME_IS_UTF8 = 0x800;
/** Flags of encryption, in whole or of the directory alone. */
const ENCRYPTED = 0x01 | 0x40 | 0x2000;
/** Extra field that gives an entry a second name. */
const OTHER_NAME = 0x7075;
/** Attribute of Windows: the entry is a link of some kind. */
const REPARSE_POINT = 0x400;

const FILE_TYPE = 0o170000;
const REGULAR = 0o100000;
const FOLDER = 0o040000;

/**
 * Lists the entries of a zip archive. What two readers could understand in two ways is refused: headers that disagree,
 * entries that overlap, names in two forms.
 *
 * @throws AmbitError `BUNDLE_INVALID` naming the entry.
 */
export async function* readZip(bytes: Buffer): AsyncGenerator<ArchiveEntry, void, undefined> {
  const archive = await openZip(bytes);
  // Before any of them is looked at: a directory can name millions.
  if (archive.entryCount > MOST_ENTRIES) throw refused("The archive", `A plugin has at most ${BUNDLE_FILES} files; this names ${archive.entryCount}.`);
  const found: { readonly entry: Entry; readonly name: string; readonly local: LocalFileHeader }[] = [];
  for await (const entry of entriesOf(archive)) {
    const name = nameOf(entry);
    const local = await archive.readLocalFileHeaderPromise(entry).catch(() => undefined);
    if (local === undefined) throw refused(name, "Its header is not where the directory says.");
    requirePlain(name, entry);
    requireSame(name, entry, local);
    found.push({ entry, name, local });
  }
  requireApart(bytes, found);
  for (const { entry, name, local } of found) {
    if (name.endsWith("/")) yield { kind: "folder", name: name.slice(0, -1) };
    else yield { kind: "file", name, size: entry.uncompressedSize, read: () => contentOf(bytes, name, entry, local) };
  }
}

async function openZip(bytes: Buffer): Promise<ZipFile> {
  try {
    return await fromBufferPromise(bytes, { lazyEntries: true, decodeStrings: false });
  } catch (cause) {
    throw refused("The archive", `It is no zip archive that can be read (${wordsOf(cause)}).`);
  }
}

async function* entriesOf(archive: ZipFile): AsyncGenerator<Entry, void, undefined> {
  try {
    yield* archive.eachEntry();
  } catch (cause) {
    throw "code" in (cause as object) ? cause : refused("The archive", `Its directory cannot be read (${wordsOf(cause)}).`);
  }
}

/** The name by its own bytes. Without the flag for UTF-8 each reader takes them as it likes, so they must be ASCII then. */
function nameOf(entry: Entry): string {
  // With `decodeStrings: false` names come as bytes.
  const raw = entry.fileName as unknown as Buffer;
  const shown = raw.toString("latin1");
  if ((entry.generalPurposeBitFlag & NAME_IS_UTF8) === 0 && raw.some((byte) => byte > 0x7e)) throw refused(shown, "Its name is not marked as UTF-8.");
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(raw);
  } catch {
    throw refused(shown, "Its name is not valid UTF-8.");
  }
}

function requirePlain(name: string, entry: Entry): void {
  if ((entry.generalPurposeBitFlag & ENCRYPTED) !== 0) throw refused(name, "It is encrypted, so nobody can review it.");
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) throw refused(name, "It is packed by a method other than deflate.");
  if (entry.extraFields.some(({ id }) => id === OTHER_NAME)) throw refused(name, "It has a second name.");
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE;
  const isFolder = name.endsWith("/");
  if ((type !== 0 && type !== (isFolder ? FOLDER : REGULAR)) || (entry.externalFileAttributes & REPARSE_POINT) !== 0) throw refused(name, "Links and special files are not taken in.");
  if (isFolder && entry.uncompressedSize !== 0) throw refused(name, "A folder has no content.");
  if (isBomb(entry.compressedSize, entry.uncompressedSize)) throw refused(name, "It is packed more tightly than real content can be.");
}

/** An archive names each entry twice; readers differ in which one they believe. */
function requireSame(name: string, entry: Entry, local: LocalFileHeader): void {
  const follow = (entry.generalPurposeBitFlag & SIZES_FOLLOW) !== 0;
  const isZero = local.crc32 === 0 && local.compressedSize === 0 && local.uncompressedSize === 0;
  const isEqual = local.crc32 === entry.crc32 && local.compressedSize === entry.compressedSize && local.uncompressedSize === entry.uncompressedSize;
  const isSame =
    local.fileName.equals(entry.fileName as unknown as Buffer) &&
    local.generalPurposeBitFlag === entry.generalPurposeBitFlag &&
    local.compressionMethod === entry.compressionMethod &&
    (isEqual || (follow && isZero));
  if (!isSame) throw refused(name, "Its two headers disagree.");
}

function requireApart(bytes: Buffer, found: readonly { readonly entry: Entry; readonly name: string; readonly local: LocalFileHeader }[]): void {
  let end = 0;
  let gaps: readonly number[] = [0];
  for (const { entry, name, local } of found.toSorted((left, right) => left.entry.relativeOffsetOfLocalHeader - right.entry.relativeOffsetOfLocalHeader)) {
    const gap = entry.relativeOffsetOfLocalHeader - end;
    if (gap < 0) throw refused(name, "It overlaps another entry.");
    // Readers that go through a zip from its beginning find what stands between, although the directory does not name it.
    if (!gaps.includes(gap)) throw refused(name, "Something stands before it that the directory does not name.");
    end = local.fileDataStart + entry.compressedSize;
    gaps = (entry.generalPurposeBitFlag & SIZES_FOLLOW) === 0 ? [0] : SIZES_BEHIND;
  }
  if (found.length > 0 && !gaps.some((gap) => isAt(bytes, DIRECTORY, end + gap))) throw refused("The archive", "Something stands in it that the directory does not name.");
}

function isAt(bytes: Buffer, signature: Buffer, at: number): boolean {
  return bytes.subarray(at, at + signature.length).equals(signature);
}

/** Inflated no further than the size that was declared, and compared with its checksum. */
async function contentOf(bytes: Buffer, name: string, entry: Entry, local: LocalFileHeader): Promise<Uint8Array> {
  const packed = bytes.subarray(local.fileDataStart, local.fileDataStart + entry.compressedSize);
  const content = entry.compressionMethod === STORED ? packed : await inflate(packed, { maxOutputLength: Math.max(1, entry.uncompressedSize) }).catch(() => undefined);
  if (content === undefined || content.length !== entry.uncompressedSize) throw refused(name, "Its content is not as long as its header says.");
  if (crc32(content) !== entry.crc32) throw refused(name, "Its content does not match its checksum.");
  return content;
}

function wordsOf(cause: unknown): string {
  return cause instanceof Error ? cause.message.slice(0, 100) : "unknown";
}
