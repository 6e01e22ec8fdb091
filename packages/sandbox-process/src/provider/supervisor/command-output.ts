import type { Readable } from "node:stream";

/** Milliseconds that output may still come in after a command's end, from what it left behind. */
const LATE_OUTPUT_MILLIS = 150;

/** The output of one command: handed on up to a number of bytes of all its streams together, then read and dropped. */
export class CommandOutput {
  #room: number;
  #truncated = false;
  #over = false;
  readonly #streams: Readable[] = [];

  constructor(maxBytes: number) {
    this.#room = maxBytes;
  }

  /** Whether something was dropped. */
  get truncated(): boolean {
    return this.#truncated;
  }

  /** Reads a stream; `take` gives false where its taker wants a pause, until {@link CommandOutput.resume}. */
  follow(stream: Readable, take: (piece: Buffer) => boolean): void {
    this.#streams.push(stream);
    stream.on("error", () => undefined);
    stream.on("data", (piece: Buffer) => {
      if (this.#over) return;
      const kept = piece.subarray(0, this.#room);
      if (kept.length < piece.length) this.#truncated = true;
      this.#room -= kept.length;
      if (kept.length > 0 && !take(kept)) for (const each of this.#streams) each.pause();
    });
  }

  resume(): void {
    for (const each of this.#streams) each.resume();
  }

  /** Gives the streams up: nothing writes into them. */
  discard(): void {
    for (const each of this.#streams) each.destroy();
  }

  /** Waits until all streams have ended, for a moment at most; what comes later is read, so that its writer goes on, and dropped. */
  async settle(): Promise<void> {
    const open = this.#streams.filter((stream) => !stream.closed);
    let timer: NodeJS.Timeout | undefined;
    const ends = Promise.all(open.map((stream) => new Promise((resolve) => stream.once("close", resolve))));
    await Promise.race([ends, new Promise((resolve) => (timer = setTimeout(resolve, LATE_OUTPUT_MILLIS)))]);
    clearTimeout(timer);
    this.#over = true;
    this.resume();
  }
}
