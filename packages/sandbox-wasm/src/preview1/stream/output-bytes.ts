import { AmbitError, type LimitName } from "@ambit/api-types";
import type { OutputStream } from "./streams.ts";

const firstSize = 256;
const nothing: Uint8Array = new Uint8Array();

/** Keeps what a guest writes, up to a limit; past it the guest is ended with `LIMIT_EXCEEDED`. */
export class OutputBytes implements OutputStream {
  readonly #limit: number;
  readonly #limitName: LimitName;
  #buffer: Uint8Array | undefined;
  #length = 0;

  /** @param limit Most bytes kept. `limitName` is what the error says was passed. */
  constructor(limit: number, limitName: LimitName = "scriptOutputBytes") {
    this.#limit = limit;
    this.#limitName = limitName;
  }

  /** What was written so far. Good until the next write. */
  get bytes(): Uint8Array {
    return this.#buffer?.subarray(0, this.#length) ?? nothing;
  }

  /** What was written so far, read as UTF-8. */
  get text(): string {
    return Buffer.from(this.bytes).toString("utf8");
  }

  /** Forgets what was written, and counts from zero again. */
  clear(): void {
    this.#length = 0;
  }

  write(source: Uint8Array, offset: number, length: number): void {
    if (this.#length + length > this.#limit) {
      throw new AmbitError("LIMIT_EXCEEDED", `The guest wrote more than ${this.#limit} bytes to one output stream.`, { limit: this.#limitName });
    }
    this.#room(length).set(source.subarray(offset, offset + length), this.#length);
    this.#length += length;
  }

  #room(length: number): Uint8Array {
    const needed = this.#length + length;
    if (this.#buffer !== undefined && needed <= this.#buffer.length) return this.#buffer;
    const larger = new Uint8Array(Math.min(this.#limit, Math.max(firstSize, needed, (this.#buffer?.length ?? 0) * 2)));
    larger.set(this.bytes);
    this.#buffer = larger;
    return larger;
  }
}
