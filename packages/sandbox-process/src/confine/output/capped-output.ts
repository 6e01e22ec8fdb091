import type { Readable } from "node:stream";

/** Keeps the first bytes of a stream; the rest is read, so that its writer goes on, and dropped. */
export class CappedOutput {
  readonly #most: number;
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  #truncated = false;
  readonly #ended: Promise<void>;

  /** @param most bytes that are kept. */
  constructor(stream: Readable, most: number) {
    this.#most = most;
    this.#ended = new Promise((resolve) => {
      stream.once("close", resolve);
      stream.once("error", () => resolve());
    });
    stream.on("data", (chunk: Buffer) => this.#take(chunk));
  }

  /** Whether something was dropped. */
  get truncated(): boolean {
    return this.#truncated;
  }

  /** What was kept, once the stream has ended. */
  async bytes(): Promise<Buffer> {
    await this.#ended;
    return Buffer.concat(this.#chunks);
  }

  #take(chunk: Buffer): void {
    const room = this.#most - this.#bytes;
    if (chunk.length > room) this.#truncated = true;
    if (room <= 0) return;
    // Copied, so that a small piece does not hold the block that it was read into.
    const kept = Buffer.from(chunk.subarray(0, room));
    this.#chunks.push(kept);
    this.#bytes += kept.length;
  }
}
