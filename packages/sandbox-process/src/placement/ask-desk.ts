import { AmbitError, type HostGateway, MESSAGE_BYTES, PENDING_CALLS } from "@ambit/api-types";
import type { Readable } from "node:stream";
import { frameKind } from "./process-frames.ts";

/** Requests and notifications that may wait for the gateway at once; the process holds its guest to fewer. */
const MOST_WAITING = 8 * PENDING_CALLS;
/** Characters of messages under way past which the process is not read, until some are answered. */
const MOST_CHARACTERS = 4 * MESSAGE_BYTES;

/** Hands a process's messages to the gateway, and its answers back. */
export class AskDesk {
  readonly #gateway: HostGateway;
  readonly #source: Readable;
  readonly #send: (kind: number, id: number, text?: string) => void;
  readonly #fail: (error: AmbitError) => void;
  #waiting = 0;
  #characters = 0;

  constructor(gateway: HostGateway, source: Readable, send: (kind: number, id: number, text?: string) => void, fail: (error: AmbitError) => void) {
    this.#gateway = gateway;
    this.#source = source;
    this.#send = send;
    this.#fail = fail;
  }

  /** @throws AmbitError `GUEST_PROTOCOL` where more wait than a process lets its guest send. */
  take(id: number, message: string): void {
    if (this.#waiting >= MOST_WAITING) throw new AmbitError("GUEST_PROTOCOL", "The plugin's process sends more than it may.");
    this.#waiting++;
    this.#characters += message.length;
    if (this.#characters > MOST_CHARACTERS) this.#source.pause();
    void this.#gateway.handle(message).then(
      (answer) => this.#answer(id, message, answer),
      (cause: unknown) => this.#fail(new AmbitError("INTERNAL_ERROR", "The host failed to answer.", { cause })),
    );
  }

  #answer(id: number, message: string, answer: string | undefined): void {
    this.#waiting--;
    this.#characters -= message.length;
    if (this.#characters <= MOST_CHARACTERS) this.#source.resume();
    if (answer === undefined) this.#send(frameKind.silence, id);
    else this.#send(frameKind.answer, id, answer);
  }
}
