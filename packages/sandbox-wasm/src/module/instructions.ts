import { broken, type ByteReader } from "./byte-reader.ts";
import { outsideMemory } from "./outside-memory.ts";

/** What an instruction of the plain kind does to the height of the operand stack, by its first byte; NaN for those of other kinds. */
const plain: readonly number[] = Array.from({ length: 256 }, (_, code) => plainEffect(code));

/** Vector operations of one operand, beyond the first hundred or so, whose order has a system. */
const unaryVector: ReadonlySet<number> = new Set([
  77, 83, 94, 95, 96, 97, 98, 99, 100, 103, 104, 105, 106, 116, 117, 122, 124, 125, 126, 127, 128, 129, 131, 132, 135, 136, 137, 138, 148, 160, 161, 163, 164,
  167, 168, 169, 170, 192, 193, 195, 196, 199, 200, 201, 202, 224, 225, 227, 236, 237, 239, 248, 249, 250, 251, 252, 253, 254, 255, 257, 258, 259, 260,
]);
const replaceLane: ReadonlySet<number> = new Set([23, 26, 28, 30, 32, 34]);
const LAST_VECTOR = 0x113;

function within(code: number, first: number, last: number): boolean {
  return code >= first && code <= last;
}

function plainEffect(code: number): number {
  // nop, tests of one operand, counts of bits, roundings, conversions; and taking a reference apart.
  if (code === 0x01 || code === 0x45 || code === 0x50 || code === 0xd1 || code === 0xd4) return 0;
  if (within(code, 0x67, 0x69) || within(code, 0x79, 0x7b) || within(code, 0x8b, 0x91) || within(code, 0x99, 0x9f) || within(code, 0xa7, 0xc4)) return 0;
  if (code === 0x1a || code === 0xd3 || within(code, 0x46, 0xa6)) return -1;
  return code === 0x1b ? -2 : Number.NaN;
}

/**
 * Reads an instruction that neither branches, nor calls, nor begins or ends a block.
 *
 * @returns What it adds to the height of the operand stack.
 * @throws AmbitError `SAND_WASM_NOT_A_MODULE` for one that is not known, `SAND_WASM_MEMORY_REFUSED` for one of garbage collection.
 */
export function readPlain(code: number, reader: ByteReader): number {
  const effect = plain[code] ?? Number.NaN;
  if (!Number.isNaN(effect)) return effect;
  if (within(code, 0x28, 0x3e)) {
    skipAddress(reader);
    return code <= 0x35 ? 0 : -2;
  }
  switch (code) {
    case 0x1c:
      for (let left = reader.unsigned(); left > 0; left--) skipValueType(reader);
      return -2;
    case 0x20: case 0x23: case 0x3f: case 0xd2:
      reader.unsigned();
      return 1;
    case 0x21: case 0x24:
      reader.unsigned();
      return -1;
    case 0x22: case 0x25: case 0x40:
      reader.unsigned();
      return 0;
    case 0x26:
      reader.unsigned();
      return -2;
    case 0x41: case 0x42: case 0xd0:
      skipSigned(reader);
      return 1;
    case 0x43:
      reader.take(4);
      return 1;
    case 0x44:
      reader.take(8);
      return 1;
    case 0xfb:
      throw outsideMemory();
    case 0xfc:
      return readBulk(reader);
    case 0xfd:
      return readVector(reader);
    case 0xfe:
      return readAtomic(reader);
    default:
      throw broken();
  }
}

/** Reads past the type of a value. */
export function skipValueType(reader: ByteReader): void {
  const type = reader.byte();
  if (type === 0x63 || type === 0x64) skipSigned(reader);
}

function skipSigned(reader: ByteReader): void {
  for (let count = 0; reader.byte() >= 0x80; count++) if (count >= 9) throw broken();
}

function skipAddress(reader: ByteReader): void {
  const NAMES_A_MEMORY = 0x40;
  if ((reader.unsigned() & NAMES_A_MEMORY) !== 0) reader.unsigned();
  skipSigned(reader);
}

function readBulk(reader: ByteReader): number {
  const code = reader.unsigned();
  if (code <= 7) return 0;
  if (code > 17) throw broken();
  reader.unsigned();
  if (code === 8 || code === 10 || code === 12 || code === 14) reader.unsigned();
  if (code === 9 || code === 13) return 0;
  if (code === 15) return -1;
  return code === 16 ? 1 : -3;
}

function readVector(reader: ByteReader): number {
  const code = reader.unsigned();
  if (code > LAST_VECTOR) throw broken();
  if (code <= 11 || within(code, 84, 93)) {
    skipAddress(reader);
    if (within(code, 84, 91)) reader.byte();
    return code === 11 || within(code, 88, 91) ? -2 : within(code, 84, 87) ? -1 : 0;
  }
  if (code === 12 || code === 13) {
    reader.take(16);
    return code === 12 ? 1 : -1;
  }
  if (within(code, 21, 34)) reader.byte();
  if (within(code, 15, 34)) return replaceLane.has(code) ? -1 : 0;
  if (unaryVector.has(code)) return 0;
  return code === 82 || within(code, 0x105, 0x10c) || code === LAST_VECTOR ? -2 : -1;
}

function readAtomic(reader: ByteReader): number {
  const code = reader.unsigned();
  if (code === 3) {
    reader.byte();
    return 0;
  }
  if (code > 0x4e) throw broken();
  skipAddress(reader);
  if (within(code, 0x10, 0x16)) return 0;
  if (code === 0 || within(code, 0x1e, 0x47)) return -1;
  return -2;
}
