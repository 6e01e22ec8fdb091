import { gzipSync } from "node:zlib";
import { type TarEntry, writeTar, writeZip, type ZipEntry } from "@ambit/conformance-suite";

/** One entry of an archive as a case describes it: what is right, and what is wrong with it. */
export interface CaseEntry {
  readonly name: string;
  readonly type?: string;
  /** Target of a link. */
  readonly to?: string;
  readonly text?: string;
  /** Bytes that the headers tell; the real ones where `realSize` and `csize` are absent. */
  readonly size?: number;
  readonly realSize?: number;
  /** Bytes it is packed to; the content is then what packs to about as many. */
  readonly csize?: number;
  readonly localName?: string;
  /** Bytes that the header before the data tells. */
  readonly localSize?: number;
  readonly offset?: number;
  readonly encrypted?: boolean;
  /** Octal. */
  readonly mode?: string;
  /** Number of the packing method. */
  readonly method?: number;
  /** Checksum that the headers tell. */
  readonly crc?: number;
  /** A second name, in an extra field. */
  readonly unicodeName?: string;
  /** Records beside the header, such as `{ "path": "../x" }`. */
  readonly pax?: Readonly<Record<string, string>>;
  /** So many entries, their number behind the name. */
  readonly count?: number;
}

const KNOWN: ReadonlySet<string> = new Set(["name", "type", "to", "linkname", "target", "text", "content", "size", "realSize", "csize", "localName", "localSize", "offset", "encrypted", "mode", "method", "crc", "unicodeName", "pax", "count"]);

/** Types of entries, by what cases call them. */
const TYPES: Readonly<Record<string, NonNullable<TarEntry["type"]>>> = {
  file: "file", dir: "directory", directory: "directory", folder: "directory", symlink: "symlink", link: "link", hardlink: "link",
  fifo: "fifo", pipe: "fifo", device: "block-device", block: "block-device", blockdev: "block-device", "block-device": "block-device",
  chardev: "character-device", char: "character-device", "char-device": "character-device", "character-device": "character-device",
};

/** Types as a zip has them, in the upper bits of a mode. */
const FILE_TYPES: Readonly<Record<string, number>> = { file: 0o100000, directory: 0o040000, symlink: 0o120000, fifo: 0o010000, "block-device": 0o060000, "character-device": 0o020000, socket: 0o140000 };

/** What other formats begin with. */
const MAGIC: Readonly<Record<string, string>> = { rar: "526172211a0700", "7z": "377abcaf271c", xz: "fd377a585a00", bz2: "425a6839", zst: "28b52ffd", asar: "04000000" };

/** The manifests of cases bear the name that their system gives them. */
const MANIFEST = /^(?<folder>.*\/)?escouade-plugin\.json$/;
const manifest = JSON.stringify({ id: "case", version: "1.0.0", publisher: "Cases", api: 1, run: { js: "run.js" }, tools: [{ name: "none", description: "Does nothing." }] });

/** As many as a zip can name without further records; no bundle has as many. */
const MOST_ENTRIES = 65_000;

/** A real archive with a case's entries. @throws Error for what the case asks for and nobody here can make. */
export async function buildArchive(format: string, entries: readonly CaseEntry[]): Promise<Buffer> {
  const all = entries.flatMap(repeated).slice(0, MOST_ENTRIES);
  for (const key of all.flatMap((entry) => Object.keys(entry))) if (!KNOWN.has(key)) throw new Error(`an entry has the unknown field "${key}"`);
  const magic = MAGIC[format];
  if (magic !== undefined) return Buffer.concat([Buffer.from(magic, "hex"), Buffer.alloc(1024)]);
  if (format === "zip") return writeZip(all.map(zipEntry));
  const parts: Buffer[] = [];
  for (const entry of all) parts.push(await tarPart(entry));
  const tar = Buffer.concat([...parts, Buffer.alloc(END_OF_TAR)]);
  if (format === "tar") return tar;
  if (format === "tgz" || format === "tar.gz") return gzipSync(tar);
  throw new Error(`the format "${format}" is not known`);
}

function repeated(entry: CaseEntry): readonly CaseEntry[] {
  const { count, ...rest } = entry;
  return count === undefined ? [entry] : Array.from({ length: Math.min(count, MOST_ENTRIES) }, (_, at) => ({ ...rest, name: `${entry.name}${at}` }));
}

function typeOf({ type = "file" }: CaseEntry): NonNullable<TarEntry["type"]> | "socket" {
  const known = type === "socket" ? type : TYPES[type];
  if (known === undefined) throw new Error(`the type "${type}" is not known`);
  return known;
}

function targetOf(entry: CaseEntry): string | undefined {
  const { linkname, target } = entry as unknown as Readonly<Record<string, string | undefined>>;
  return entry.to ?? linkname ?? target;
}

function zipEntry(entry: CaseEntry): ZipEntry {
  const { size, realSize, localName, localSize, offset, encrypted, mode, method, crc, unicodeName } = entry;
  const type = typeOf(entry);
  if (type === "link") throw new Error("a zip has no hard links");
  const permissions = Number.parseInt(mode ?? (type === "directory" ? "755" : "644"), 8);
  return {
    name: nameOf(entry),
    content: targetOf(entry) ?? contentOf(entry),
    // A mode may say itself of what type it is.
    mode: permissions > 0o7777 ? permissions : (FILE_TYPES[type] ?? 0) | permissions,
    ...(realSize !== undefined && size !== undefined && { size }),
    ...(localName !== undefined && { localName }),
    ...(localSize !== undefined && { localSize }),
    ...(offset !== undefined && { offset }),
    ...(encrypted !== undefined && { encrypted }),
    ...(method !== undefined && { method }),
    ...(crc !== undefined && { checksum: crc }),
    ...(unicodeName !== undefined && { extra: secondName(unicodeName) }),
  };
}

function secondName(name: string): Buffer {
  const content = Buffer.concat([Buffer.from([1, 0, 0, 0, 0]), Buffer.from(name)]);
  const head = Buffer.alloc(4);
  head.writeUInt16LE(0x7075, 0);
  head.writeUInt16LE(content.length, 2);
  return Buffer.concat([head, content]);
}

const BLOCK = 512;
const END_OF_TAR: number = 2 * BLOCK;

/** One entry of a tar, without the archive's end. */
async function tarPart(entry: CaseEntry): Promise<Buffer> {
  const { mode, pax, size, realSize } = entry;
  const type = typeOf(entry);
  if (type === "socket") throw new Error("a tar has no sockets");
  const linkname = targetOf(entry);
  const one = { name: nameOf(entry), type, content: Buffer.from(contentOf(entry)), ...(linkname !== undefined && { linkname }), ...(mode !== undefined && { mode: Number.parseInt(mode, 8) }), ...(pax !== undefined && { pax }) };
  const part = (await writeTar([one])).subarray(0, -END_OF_TAR);
  return size !== undefined && realSize !== undefined && size !== realSize ? withSize(part, size, realSize) : part;
}

/** Changes what the header of a file tells of its size; the header is the last one, before its content. */
function withSize(part: Buffer, size: number, realSize: number): Buffer {
  const at = part.length - Math.ceil(realSize / BLOCK) * BLOCK - BLOCK;
  const header = part.subarray(at, at + BLOCK);
  header.write(`${size.toString(8).padStart(11, "0")}\0`, 124, "latin1");
  header.write("        ", 148, "latin1");
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return part;
}

function nameOf(entry: CaseEntry): string {
  const name = entry.name.replace(MANIFEST, "$<folder>ambit-plugin.json");
  return typeOf(entry) === "directory" && name !== "" && !name.endsWith("/") ? `${name}/` : name;
}

function contentOf(entry: CaseEntry): string | Buffer {
  const { name, text, size, realSize } = entry;
  if (typeOf(entry) === "directory") return "";
  if (MANIFEST.test(name)) return manifest;
  const given = text ?? (entry as unknown as Readonly<Record<string, string | undefined>>)["content"];
  return given ?? Buffer.alloc(realSize ?? size ?? 1);
}
