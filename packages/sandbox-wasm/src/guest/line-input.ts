import type { InputStream } from "../preview1/stream/streams.ts";

/** Standard input of a reactor: messages put in before a turn, one a line; at its end when all is read. */
export class LineInput implements InputStream {
  #bytes: Buffer = Buffer.alloc(0);
  #position = 0;

  get available(): number {
    return this.#bytes.length - this.#position;
  }

  /** Adds a message. What an earlier turn left unread stands before it. */
  push(message: string): void {
    const line = Buffer.from(`${message}\n`);
    this.#bytes = this.available === 0 ? line : Buffer.concat([this.#bytes.subarray(this.#position), line]);
    this.#position = 0;
  }

  read(target: Uint8Array, offset: number, length: number): number {
    const count = Math.min(length, this.available);
    target.set(this.#bytes.subarray(this.#position, this.#position + count), offset);
    this.#position += count;
    return count;
  }
}
