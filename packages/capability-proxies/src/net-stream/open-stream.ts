import { AmbitError, timerMillis } from "@ambit/api-types";
import type { HttpAnswer } from "../connection/http-answer.ts";
import { toNetworkError } from "../connection/network-fault.ts";
import { readContentEncoding } from "../net-fetch/content-decoder.ts";
import { takeBody } from "../net-fetch/read-body.ts";
import type { Handled } from "../proxy/handle-table.ts";
import { WaitingBytes } from "../waiting/waiting-bytes.ts";

/** How long a stream may live without a byte, and on whose word. */
export interface StreamTerms {
  /** Milliseconds without a byte, in or out, after which it ends; undefined where silence is expected. */
  readonly idleMs: number | undefined;
  /** Whether what allowed it still stands. */
  readonly stillAllowed: () => boolean;
}

/**
 * The body of one answer, read as far ahead as credit goes. Whoever reads takes from `waiting`; while that is full, the
 * connection is not read.
 */
export class OpenStream implements Handled {
  readonly answer: HttpAnswer;
  readonly waiting: WaitingBytes = new WaitingBytes();
  readonly stillAllowed: () => boolean;
  readonly #ending = new AbortController();
  readonly #idleMs: number | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** @throws AmbitError `NETWORK_FAILED` for a content coding that is not known. */
  constructor(answer: HttpAnswer, terms: StreamTerms) {
    const codings = readContentEncoding(answer.header("content-encoding"));
    this.answer = answer;
    this.stillAllowed = terms.stillAllowed;
    this.#idleMs = terms.idleMs;
    this.touch();
    void takeBody(answer.body, codings, (chunk) => this.#take(chunk))
      .then(() => answer.afterBody())
      .then(
        () => this.#finish(),
        (error: unknown) => this.#finish(toNetworkError(error)),
      );
  }

  /** A byte went in or out: the idle time begins anew. */
  touch(): void {
    clearTimeout(this.#idle);
    if (this.#idleMs !== undefined && !this.waiting.isEnded) this.#idle = setTimeout(() => this.#fallSilent(this.#idleMs ?? 0), timerMillis(this.#idleMs)).unref();
  }

  /** Ends the connection where it is still read from. */
  destroy(): void {
    this.#ending.abort();
    this.#finish(new AmbitError("INSTANCE_STOPPED", "The stream was closed."));
    this.answer.body.destroy();
  }

  async #take(chunk: Uint8Array): Promise<void> {
    this.touch();
    this.waiting.push(chunk);
    while (this.waiting.isFull && !this.waiting.isEnded) await this.waiting.room.next(this.#ending.signal);
  }

  #fallSilent(ms: number): void {
    this.#finish(new AmbitError("LIMIT_EXCEEDED", `No byte went over the stream for ${ms / 1000} seconds.`, { limit: "streamIdle" }));
    this.#ending.abort();
    this.answer.body.destroy();
  }

  #finish(error?: Error): void {
    this.waiting.end(error);
    clearTimeout(this.#idle);
  }
}
