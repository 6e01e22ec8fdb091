import { refused } from "../install/bundle-paths.ts";

const BLOCK = 512;

/** Places of a header's fields: first byte, and the one after the last. */
const NAME = [0, 100] as const;
const SIZE = [124, 136] as const;
const TYPE = 156;
const MAGIC = [257, 263] as const;
const PREFIX = [345, 500] as const;

const ARCHIVE = "The archive";

/**
 * Refuses a tar archive that two readers may understand differently: something behind the end of a name, a size that a pax record
 * replaces or that is no plain number, content of a folder, and data after the end.
 *
 * @throws AmbitError `BUNDLE_INVALID`.
 */
export function checkTarHeaders(bytes: Buffer): void {
  let at = 0;
  while (at + BLOCK <= bytes.length) {
    const header = bytes.subarray(at, at + BLOCK);
    if (isEmpty(header)) return requireEnd(bytes.subarray(at));
    const name = fieldText(header, NAME);
    if (header.toString("latin1", ...MAGIC) === "ustar\0") fieldText(header, PREFIX);
    const size = sizeOf(header, name);
    checkContent(String.fromCharCode(header[TYPE] ?? 0), bytes.subarray(at + BLOCK, at + BLOCK + size), name, size);
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}

function isEmpty(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0);
}

function requireEnd(rest: Buffer): void {
  if (!isEmpty(rest)) throw refused(ARCHIVE, "It has data after its end.");
}

/** A text field up to its end. What stands behind that is seen by some readers, and passed over by others. */
function fieldText(header: Buffer, [from, to]: readonly [number, number]): string {
  return endedText(header.subarray(from, to));
}

function endedText(field: Buffer): string {
  const end = field.indexOf(0);
  const name = field.toString("utf8", 0, end === -1 ? field.length : end);
  if (end !== -1 && !isEmpty(field.subarray(end))) throw refused(name, "Its name has something behind its end.");
  return name;
}

function sizeOf(header: Buffer, name: string): number {
  const text = header.toString("latin1", ...SIZE);
  const digits = /^ *([0-7]*)[ \0]*$/.exec(text)?.[1];
  if (digits === undefined) throw refused(name, "Its size is no plain number.");
  return digits === "" ? 0 : Number.parseInt(digits, 8);
}

function checkContent(type: string, content: Buffer, name: string, size: number): void {
  if (type === "5" && size !== 0) throw refused(name, "A folder has no content.");
  if ((type === "x" || type === "g") && hasSizeRecord(content)) throw refused(name, "A record beside the header tells another size.");
  if (type === "L") endedText(content);
}

/** A pax record is `<length> <key>=<value>\n`. */
function hasSizeRecord(content: Buffer): boolean {
  return /(?:^|\n)\d+ (?:GNU\.sparse\.(?:real)?size|size)=/.test(content.toString("latin1"));
}
