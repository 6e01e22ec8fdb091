import { AmbitError } from "@ambit/api-types";

const firstCapacity = 16 * 1024;

/**
 * Collects a body as it comes, in one buffer of its own. A server that sends a byte at a time costs no more memory than one
 * that sends large pieces, and no piece keeps the network buffer alive that it came in.
 */
export class BoundedBytes {
  readonly #most: number;
  #buffer: Buffer = Buffer.alloc(0);
  #length = 0;

  /** @param most the limit `fetchBytes`. */
  constructor(most: number) {
    this.#most = most;
  }

  /** @throws AmbitError `LIMIT_EXCEEDED` (`fetchBytes`) as soon as there is one byte too many. */
  append(chunk: Uint8Array): void {
    const length = this.#length + chunk.length;
    if (length > this.#most) throw new AmbitError("LIMIT_EXCEEDED", `The answer's body is larger than ${this.#most} bytes.`, { limit: "fetchBytes" });
    if (length > this.#buffer.length) this.#grow(length);
    this.#buffer.set(chunk, this.#length);
    this.#length = length;
  }

  /** What came so far. */
  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  #grow(needed: number): void {
    const capacity = Math.min(Math.max(needed, this.#buffer.length * 2, firstCapacity), this.#most);
    const larger = Buffer.allocUnsafeSlow(capacity);
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}
