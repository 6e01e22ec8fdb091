import { AmbitError, MESSAGE_BYTES } from "@ambit/api-types/guest";
import type { OutputStream } from "../preview1/stream/streams.ts";

const NEWLINE = 0x0a;
const firstSize = 4096;

/** Cuts what a guest writes into lines and hands each one on as it is complete. What has no line end yet is kept, up to one message. */
export class LineOutput implements OutputStream {
  readonly #onLine: (line: string) => void;
  #buffer: Buffer = Buffer.alloc(0);
  #length = 0;

  /** @param onLine Gets each line without its end; empty lines are left out. What it throws ends the guest. */
  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  write(source: Uint8Array, offset: number, length: number): void {
    // The source is the guest's whole memory: a search without an end would go through all of it.
    const written = source.subarray(offset, offset + length);
    let from = 0;
    for (let at = written.indexOf(NEWLINE); at !== -1; at = written.indexOf(NEWLINE, from)) {
      this.#take(written, from, at);
      this.flush();
      from = at + 1;
    }
    this.#take(written, from, length);
  }

  /** Hands on what stands there without a line end. */
  flush(): void {
    if (this.#length === 0) return;
    const line = this.#buffer.toString("utf8", 0, this.#length);
    this.#length = 0;
    this.#onLine(line);
  }

  #take(source: Uint8Array, from: number, end: number): void {
    const needed = this.#length + end - from;
    if (needed > MESSAGE_BYTES) throw new AmbitError("MESSAGE_TOO_LARGE", `The guest wrote a line of more than ${MESSAGE_BYTES} bytes.`, { limit: "message" });
    if (needed > this.#buffer.length) this.#grow(needed);
    this.#buffer.set(source.subarray(from, end), this.#length);
    this.#length = needed;
  }

  #grow(needed: number): void {
    const larger = Buffer.alloc(Math.min(MESSAGE_BYTES, Math.max(firstSize, needed, this.#buffer.length * 2)));
    larger.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = larger;
  }
}
