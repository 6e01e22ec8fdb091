import { AmbitError } from "@ambit/api-types/guest";
import { type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import { SHARED_ANSWER_BYTES } from "./channel-bounds.ts";
import { sharedAnswer, sharedWord, sharedWords } from "./shared-layout.ts";

const state = sharedWord.answerState;
const NONE = 0;
const SHARED = 1;
const BY_PORT = 2;
const STOPPED = 3;

/** The host's side of the blocking request: hands one answer to the thread that waits for it. */
export class AskAnswerer {
  readonly #words: Int32Array;
  readonly #answer: Buffer;
  readonly #port: MessagePort;

  constructor(memory: SharedArrayBuffer, port: MessagePort) {
    this.#words = sharedWords(memory);
    this.#answer = sharedAnswer(memory);
    this.#port = port;
  }

  answer(text: string): void {
    if (fitsShared(text)) {
      this.#words[sharedWord.answerBytes] = this.#answer.write(text, 0, "utf8");
      this.#wake(SHARED);
    } else {
      this.#port.postMessage(text);
      this.#wake(BY_PORT);
    }
  }

  /** Lets the waiting thread go on with `INSTANCE_STOPPED`. */
  stop(): void {
    this.#wake(STOPPED);
  }

  #wake(how: number): void {
    Atomics.store(this.#words, state, how);
    Atomics.notify(this.#words, state);
  }
}

/** The worker's side: asks, and blocks until the answer is here. A thread that is terminated wakes by itself. */
export class AskDoor {
  readonly #words: Int32Array;
  readonly #answer: Buffer;
  readonly #port: MessagePort;

  constructor(memory: SharedArrayBuffer, port: MessagePort) {
    this.#words = sharedWords(memory);
    this.#answer = sharedAnswer(memory);
    this.#port = port;
  }

  /**
   * @param post - sends the request to the host.
   * @throws AmbitError `INSTANCE_STOPPED`.
   */
  ask(post: () => void): string {
    Atomics.store(this.#words, state, NONE);
    post();
    Atomics.wait(this.#words, state, NONE);
    const how = Atomics.load(this.#words, state);
    if (how === SHARED) return this.#answer.toString("utf8", 0, this.#words[sharedWord.answerBytes]);
    if (how === BY_PORT) {
      const message: unknown = receiveMessageOnPort(this.#port)?.message;
      if (typeof message === "string") return message;
    }
    throw new AmbitError("INSTANCE_STOPPED", "The host stopped this instance before it answered.");
  }
}

function fitsShared(text: string): boolean {
  // A UTF-16 unit is at most three bytes of UTF-8, so short texts need no count.
  if (text.length * 3 <= SHARED_ANSWER_BYTES) return true;
  return text.length <= SHARED_ANSWER_BYTES && Buffer.byteLength(text) <= SHARED_ANSWER_BYTES;
}
