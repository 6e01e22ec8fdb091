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
  readonly offset?: number;
  readonly encrypted?: boolean;
  /** Octal. */
  readonly mode?: string;
  /** So many entries, their number behind the name. */
  readonly count?: number;
}

const KNOWN: ReadonlySet<string> = new Set(["name", "type", "to", "text", "size", "realSize", "csize", "localName", "offset", "encrypted", "mode", "count"]);

const FILE_TYPES: Readonly<Record<string, number>> = { file: 0o100000, dir: 0o040000, directory: 0o040000, symlink: 0o120000, fifo: 0o010000, device: 0o060000, block: 0o060000, chardev: 0o020000, char: 0o020000, socket: 0o140000 };

const TAR_TYPES: Readonly<Record<string, TarEntry["type"]>> = { file: "file", dir: "directory", directory: "directory", symlink: "symlink", hardlink: "link", fifo: "fifo", device: "block-device", block: "block-device", chardev: "character-device", char: "character-device" };

/** The manifests of cases bear the name that their system gives them. */
const MANIFEST = /^(?<folder>.*\/)?escouade-plugin\.json$/;
const manifest = JSON.stringify({ id: "case", version: "1.0.0", publisher: "Cases", api: 1, run: { js: "run.js" }, tools: [{ name: "none", description: "Does nothing." }] });

/** A real archive with a case's entries. @throws Error for what the case asks for and nobody here can make. */
export async function buildArchive(format: string, entries: readonly CaseEntry[]): Promise<Buffer> {
  const all = entries.flatMap(repeated);
  for (const key of all.flatMap((entry) => Object.keys(entry))) if (!KNOWN.has(key)) throw new Error(`an entry has the unknown field "${key}"`);
  if (format === "zip") return writeZip(all.map(zipEntry));
  const tar = await writeTar(all.map(tarEntry));
  if (format === "tar") return tar;
  if (format === "tgz" || format === "tar.gz") return gzipSync(tar);
  throw new Error(`the format "${format}" is not known`);
}

function repeated(entry: CaseEntry): readonly CaseEntry[] {
  const { count, ...rest } = entry;
  return count === undefined ? [entry] : Array.from({ length: count }, (_, at) => ({ ...rest, name: `${entry.name}${at}` }));
}

function zipEntry(entry: CaseEntry): ZipEntry {
  const { type = "file", to, size, realSize, localName, offset, encrypted, mode } = entry;
  const fileType = FILE_TYPES[type];
  if (fileType === undefined) throw new Error(`a zip has no entries of the type "${type}"`);
  return {
    name: nameOf(entry),
    content: to ?? contentOf(entry),
    mode: fileType | Number.parseInt(mode ?? "644", 8),
    ...(realSize !== undefined && size !== undefined && { size }),
    ...(localName !== undefined && { localName }),
    ...(offset !== undefined && { offset }),
    ...(encrypted !== undefined && { encrypted }),
  };
}

function tarEntry(entry: CaseEntry): TarEntry {
  const { type = "file", to, mode } = entry;
  const known = TAR_TYPES[type];
  if (known === undefined) throw new Error(`a tar has no entries of the type "${type}"`);
  return { name: nameOf(entry), type: known, content: Buffer.from(contentOf(entry)), ...(to !== undefined && { linkname: to }), ...(mode !== undefined && { mode: Number.parseInt(mode, 8) }) };
}

function nameOf({ name }: CaseEntry): string {
  return name.replace(MANIFEST, "$<folder>ambit-plugin.json");
}

function contentOf({ name, text, size, realSize }: CaseEntry): string | Buffer {
  if (MANIFEST.test(name)) return manifest;
  if (text !== undefined) return text;
  return Buffer.alloc(realSize ?? size ?? 1);
}
