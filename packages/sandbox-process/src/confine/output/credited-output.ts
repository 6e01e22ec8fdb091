import { CREDIT_BYTES } from "@ambit/api-types";
import type { Readable } from "node:stream";

/** Hands on what streams bring, piece by piece, and stops reading them while too much of it is not consumed. */
export class CreditedOutput {
  /** Settles once everything was handed on. */
  readonly ended: Promise<void>;
  readonly #streams: readonly Readable[];
  #unconsumed = 0;

  /**
   * @param streams they share the credit.
   * @param take gets each piece, with the index of its stream.
   */
  constructor(streams: readonly Readable[], take: (piece: Buffer, stream: number) => void) {
    this.#streams = streams;
    this.ended = Promise.all(streams.map((stream) => new Promise<void>((resolve) => stream.once("close", resolve)))).then(() => undefined);
    streams.forEach((stream, index) =>
      stream.on("data", (piece: Buffer) => {
        this.#unconsumed += piece.length;
        if (this.#unconsumed >= CREDIT_BYTES) for (const each of this.#streams) each.pause();
        take(piece, index);
      }),
    );
  }

  /** Bytes handed on and not consumed. */
  get unconsumed(): number {
    return this.#unconsumed;
  }

  /** Gives credit back for bytes that were consumed. */
  consumed(bytes: number): void {
    this.#unconsumed = Math.max(0, this.#unconsumed - Math.max(0, bytes));
    if (this.#unconsumed < CREDIT_BYTES) for (const stream of this.#streams) stream.resume();
  }
}
