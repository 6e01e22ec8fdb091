import { AmbitError, type GuestPort, MESSAGE_BYTES, toErrorReply } from "@ambit/api-types/guest";
import type { MessagePort } from "node:worker_threads";
import { AskDoor } from "../channel/ask-door.ts";
import { OUTPUT_UNITS } from "../channel/channel-bounds.ts";
import { type WorkerNote, frameMark } from "../channel/frames.ts";
import { OutboxCredit } from "../channel/outbox-credit.ts";
import { sharedWord, sharedWords } from "../channel/shared-layout.ts";

/** The port that a guest gets: all that leaves the worker goes through it. */
export class GuestOutbox implements GuestPort {
  readonly #port: MessagePort;
  readonly #door: AskDoor | undefined;
  readonly #credit: OutboxCredit;
  readonly #words: Int32Array;
  readonly #postAsk = (text: string): void => this.#post(frameMark.ask + text);
  #frames = 0;
  #failed = false;

  /** @param answers - where answers come that are too large for the shared memory; absent in a shared thread, which no guest may block. */
  constructor(port: MessagePort, memory: SharedArrayBuffer, answers?: MessagePort) {
    this.#words = sharedWords(memory);
    this.#port = port;
    this.#door = answers && new AskDoor(memory, answers);
    this.#credit = new OutboxCredit(memory);
  }

  /** Whether the instance is over. */
  get failed(): boolean {
    return this.#failed;
  }

  send(message: string): void {
    if (this.#failed) return;
    if (message.length > MESSAGE_BYTES) return this.fail(tooLarge());
    if (this.#credit.spend(message.length)) this.#post(frameMark.message + message);
  }

  ask(message: string): string {
    if (this.#failed) throw new AmbitError("INSTANCE_STOPPED", "The instance is over.");
    if (message.length > MESSAGE_BYTES) return JSON.stringify({ jsonrpc: "2.0", id: null, error: toErrorReply(tooLarge()) });
    if (this.#door === undefined) throw new AmbitError("INTERNAL_ERROR", "A guest of a shared thread cannot block it.");
    return this.#door.ask(message, this.#postAsk);
  }

  fail(error: unknown): void {
    if (this.#failed) return;
    this.#failed = true;
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.note({ note: "failed", error: toErrorReply(error), detail: detail.slice(0, OUTPUT_UNITS) });
  }

  stopped(): boolean {
    return Atomics.load(this.#words, sharedWord.stop) === 1;
  }

  note(note: WorkerNote): void {
    this.#post(frameMark.note + JSON.stringify(note));
  }

  #post(frame: string): void {
    this.#frames = (this.#frames + 1) | 0;
    this.#words[sharedWord.postedFrames] = this.#frames;
    this.#port.postMessage(frame);
  }
}

function tooLarge(): AmbitError {
  return new AmbitError("MESSAGE_TOO_LARGE", `The message is larger than ${MESSAGE_BYTES} bytes.`, { limit: "message" });
}
