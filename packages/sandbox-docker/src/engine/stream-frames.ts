const HEADER_BYTES = 8;
const STDERR = 2;

/** Takes the two streams of a command out of the one that the engine sends: 8 bytes before each piece say which it is and how long. */
export class StreamFrames {
  readonly #take: (stream: "stdout" | "stderr", piece: Buffer) => void;
  #head: Buffer = Buffer.alloc(0);
  #left = 0;
  #stream: "stdout" | "stderr" = "stdout";

  constructor(take: (stream: "stdout" | "stderr", piece: Buffer) => void) {
    this.#take = take;
  }

  /** Takes what came; pieces are handed on as far as they are there, so nothing is held back. */
  read(chunk: Buffer): void {
    for (let rest = chunk; rest.length > 0; ) {
      if (this.#left > 0) {
        const piece = rest.subarray(0, this.#left);
        this.#left -= piece.length;
        rest = rest.subarray(piece.length);
        this.#take(this.#stream, piece);
        continue;
      }
      const missing = HEADER_BYTES - this.#head.length;
      this.#head = Buffer.concat([this.#head, rest.subarray(0, missing)]);
      rest = rest.subarray(missing);
      if (this.#head.length < HEADER_BYTES) return;
      this.#stream = this.#head[0] === STDERR ? "stderr" : "stdout";
      this.#left = this.#head.readUInt32BE(4);
      this.#head = Buffer.alloc(0);
    }
  }
}
