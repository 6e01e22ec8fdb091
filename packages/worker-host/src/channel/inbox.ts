import { type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import { fitsShared, sharedInbox, sharedWord, sharedWords } from "./shared-layout.ts";

const bell = sharedWord.inboxBell;

/** The host's side: puts messages where a sleeping worker finds them, and wakes it. */
export class InboxWriter {
  readonly #words: Int32Array;
  readonly #text: Buffer;
  readonly #post: (data: unknown) => void;
  #rung = 0;
  #posted = 0;

  constructor(memory: SharedArrayBuffer, post: (data: unknown) => void) {
    this.#words = sharedWords(memory);
    this.#text = sharedInbox(memory);
    this.#post = post;
  }

  /** Sends what is no message of the guest's. */
  order(data: unknown): void {
    this.#post(data);
    this.#posted = (this.#posted + 1) | 0;
    this.#words[sharedWord.inboxPosted] = this.#posted;
    this.#ring();
  }

  /** @param idle - the worker is done with every earlier message, so that none can be overtaken. */
  message(text: string, idle: boolean): void {
    if (!idle || !fitsShared(text)) return this.order(text);
    this.#words[sharedWord.inboxBytes] = this.#text.write(text, 0, "utf8");
    this.#ring();
  }

  #ring(): void {
    this.#rung = (this.#rung + 1) | 0;
    Atomics.store(this.#words, bell, this.#rung);
    Atomics.notify(this.#words, bell);
  }
}

/** The worker's side, for engines whose worker sleeps between messages instead of running an event loop. */
export class InboxReader {
  readonly #words: Int32Array;
  readonly #text: Buffer;
  readonly #port: MessagePort;
  #received: number;

  /** @param received - how many came by the port before this reader took over. */
  constructor(memory: SharedArrayBuffer, port: MessagePort, received: number) {
    this.#words = sharedWords(memory);
    this.#text = sharedInbox(memory);
    this.#port = port;
    this.#received = received;
  }

  /** Blocks until something is there. */
  next(): unknown {
    for (;;) {
      const rung = Atomics.load(this.#words, bell);
      const bytes = this.#words[sharedWord.inboxBytes];
      if (bytes !== 0) {
        this.#words[sharedWord.inboxBytes] = 0;
        return this.#text.toString("utf8", 0, bytes);
      }
      if (this.#words[sharedWord.inboxPosted] !== this.#received) {
        const received = receiveMessageOnPort(this.#port);
        if (received !== undefined) {
          this.#received = (this.#received + 1) | 0;
          return received.message;
        }
      }
      Atomics.wait(this.#words, bell, rung);
    }
  }
}
