import type { InputStream } from "./streams.ts";

const nothing: Uint8Array = new Uint8Array();

/** Standard input from bytes that are there from the start; without any it is at its end at once. */
export class InputBytes implements InputStream {
  readonly #bytes: Uint8Array;
  #position = 0;

  constructor(bytes: Uint8Array = nothing) {
    this.#bytes = bytes;
  }

  get available(): number {
    return this.#bytes.length - this.#position;
  }

  read(target: Uint8Array, offset: number, length: number): number {
    const count = Math.min(length, this.available);
    target.set(this.#bytes.subarray(this.#position, this.#position + count), offset);
    this.#position += count;
    return count;
  }
}
