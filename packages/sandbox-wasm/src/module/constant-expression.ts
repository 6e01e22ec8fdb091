import { broken, type ByteReader } from "./byte-reader.ts";

const END = 0x0b;
const VECTOR_PREFIX = 0xfd;
const VECTOR_CONSTANT = 0x0c;

/** Operations that take nothing from the module: the sums and products of the extended constant expressions. */
const plain: ReadonlySet<number> = new Set([0x6a, 0x6b, 0x6c, 0x7c, 0x7d, 0x7e]);
/** `i32.const`, `i64.const`, `global.get`, `ref.null`, `ref.func`: one number in LEB128, whose sign does not matter here. */
const oneNumber: ReadonlySet<number> = new Set([0x41, 0x42, 0x23, 0xd0, 0xd2]);
/** `f32.const` and `f64.const`, with the bytes of each. */
const floats: ReadonlyMap<number, number> = new Map([[0x43, 4], [0x44, 8]]);

/**
 * Reads past the expression that a global or a segment starts with.
 *
 * @throws AmbitError `SAND_WASM_NOT_A_MODULE` for an operation that cannot stand there.
 */
export function skipConstant(reader: ByteReader): void {
  for (let operation = reader.byte(); operation !== END; operation = reader.byte()) {
    const bytes = floats.get(operation);
    if (bytes !== undefined) reader.take(bytes);
    else if (oneNumber.has(operation)) skipNumber(reader);
    else if (operation === VECTOR_PREFIX) skipVector(reader);
    else if (!plain.has(operation)) throw broken();
  }
}

function skipNumber(reader: ByteReader): void {
  for (let count = 0; reader.byte() >= 0x80; count++) if (count >= 9) throw broken();
}

function skipVector(reader: ByteReader): void {
  if (reader.unsigned() !== VECTOR_CONSTANT) throw broken();
  reader.take(16);
}
