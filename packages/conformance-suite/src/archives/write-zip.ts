import { crc32, deflateRawSync } from "node:zlib";

/** One entry of a zip archive that is made to be read, with whatever is to be wrong with it. */
export interface ZipEntry {
  readonly name: string | Buffer;
  readonly content?: string | Uint8Array;
  /** Name in the header before the data; the same where absent. */
  readonly localName?: string;
  /** Size that both headers tell; the real one where absent. */
  readonly size?: number;
  /** Size that the header before the data tells; the same where absent. */
  readonly localSize?: number;
  /** Where the directory says that the entry begins. */
  readonly offset?: number;
  readonly encrypted?: boolean;
  /** Mode as Unix has it, with the type of file; a plain file's where absent. */
  readonly mode?: number;
  readonly method?: number;
  /** Checksum that the headers tell; the real one where absent. */
  readonly checksum?: number;
  /** Sizes and checksum stand behind the data. */
  readonly sizesFollow?: boolean;
  /** Extra fields of the directory. */
  readonly extra?: Buffer;
  /** Whether the name is marked as UTF-8; default true. */
  readonly utf8?: boolean;
}

const UNIX = 3;

/** Writes a zip archive as told, right or wrong. */
export function writeZip(entries: readonly ZipEntry[]): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const [before, data, after] = localParts(entry);
    central.push(directoryEntry(entry, data, entry.offset ?? offset));
    local.push(before, data, after);
    offset += before.length + data.length + after.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
}

function localParts(entry: ZipEntry): readonly [Buffer, Buffer, Buffer] {
  const data = packed(entry);
  const name = Buffer.from(entry.localName ?? entry.name);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  const fields = commonFields(entry.localSize === undefined ? entry : { ...entry, size: entry.localSize }, data);
  (entry.sizesFollow === true ? Buffer.concat([fields.subarray(0, 8), Buffer.alloc(12)]) : fields).copy(header, 6);
  header.writeUInt16LE(name.length, 26);
  const after = entry.sizesFollow === true ? Buffer.concat([Buffer.from("504b0708", "hex"), fields.subarray(8)]) : Buffer.alloc(0);
  return [Buffer.concat([header, name]), data, after];
}

function directoryEntry(entry: ZipEntry, data: Buffer, offset: number): Buffer {
  const name = Buffer.from(entry.name);
  const extra = entry.extra ?? Buffer.alloc(0);
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE((UNIX << 8) | 20, 4);
  header.writeUInt16LE(20, 6);
  commonFields(entry, data).copy(header, 8);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE(((entry.mode ?? (name.at(-1) === 0x2f ? 0o040755 : 0o100644)) << 16) >>> 0, 38);
  header.writeUInt32LE(offset, 42);
  return Buffer.concat([header, name, extra]);
}

/** Flags, method, time, checksum and both sizes, which stand in both headers in this order. */
function commonFields(entry: ZipEntry, data: Buffer): Buffer {
  const content = contentOf(entry);
  const fields = Buffer.alloc(20);
  fields.writeUInt16LE((entry.encrypted === true ? 1 : 0) | (entry.sizesFollow === true ? 8 : 0) | (entry.utf8 === false ? 0 : 0x800), 0);
  fields.writeUInt16LE(entry.method ?? 8, 2);
  fields.writeUInt32LE(entry.checksum ?? crc32(content), 8);
  fields.writeUInt32LE(data.length, 12);
  fields.writeUInt32LE(entry.size ?? content.length, 16);
  return fields;
}

function packed(entry: ZipEntry): Buffer {
  return (entry.method ?? 8) === 8 ? deflateRawSync(contentOf(entry)) : contentOf(entry);
}

function contentOf({ content = "" }: ZipEntry): Buffer {
  return typeof content === "string" ? Buffer.from(content) : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
}
