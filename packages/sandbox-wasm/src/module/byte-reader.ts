import { AmbitError } from "@ambit/api-types";

/** Reads the parts of a module's binary form; every read is checked against its end. */
export class ByteReader {
  readonly bytes: Uint8Array;
  readonly end: number;
  at: number;

  constructor(bytes: Uint8Array, at: number = 0, end: number = bytes.length) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  get done(): boolean {
    return this.at >= this.end;
  }

  byte(): number {
    const value = this.at < this.end ? this.bytes[this.at] : undefined;
    if (value === undefined) throw broken();
    this.at++;
    return value;
  }

  /** An unsigned number in LEB128, up to 2^53; a memory64 limit may be that large. */
  unsigned(): number {
    let value = 0;
    let scale = 1;
    for (let count = 0; count < 10; count++) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) {
        if (!Number.isSafeInteger(value)) throw broken();
        return value;
      }
      scale *= 128;
    }
    throw broken();
  }

  /** The next bytes as a view, not a copy. */
  take(length: number): Uint8Array {
    if (length > this.end - this.at) throw broken();
    const taken = this.bytes.subarray(this.at, this.at + length);
    this.at += length;
    return taken;
  }

  /** A length-prefixed name. */
  name(): string {
    const bytes = this.take(this.unsigned());
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      throw broken();
    }
  }
}

/** The error for a binary that breaks off or cannot be read. */
export function broken(): AmbitError {
  return new AmbitError("SAND_WASM_NOT_A_MODULE", "The file begins like a WebAssembly module, but is broken.");
}
