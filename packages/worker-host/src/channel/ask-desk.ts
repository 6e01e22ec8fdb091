import type { MessagePort } from "node:worker_threads";
import { askState } from "./ask-state.ts";
import { fitsShared, sharedAsk, sharedWord, sharedWords } from "./shared-layout.ts";

/**
 * The host's side of the blocking request. Requests come through shared memory, since waiting for its bell wakes the host
 * faster than an event of a port does; yet none overtakes what the worker posted before it.
 */
export class AskDesk {
  readonly #words: Int32Array;
  readonly #room: Buffer;
  readonly #answers: MessagePort;
  readonly #asked: (text: string) => void;
  #rung = 0;
  #frames = 0;
  #early = false;
  #closed = false;
  #armed = false;

  constructor(memory: SharedArrayBuffer, answers: MessagePort, asked: (text: string) => void) {
    this.#words = sharedWords(memory);
    this.#room = sharedAsk(memory);
    this.#answers = answers;
    this.#asked = asked;
    this.#arm();
  }

  /** To be told of every frame that came by the port, once it is dealt with. */
  frameCame(): void {
    this.#frames = (this.#frames + 1) | 0;
    if (this.#early && this.#caughtUp()) this.#read();
  }

  answer(text: string): void {
    if (fitsShared(text)) {
      this.#words[sharedWord.askBytes] = this.#room.write(text, 0, "utf8");
      this.#wake(askState.shared);
    } else {
      this.#answers.postMessage(text);
      this.#wake(askState.posted);
    }
  }

  /** Lets the waiting thread go on with `INSTANCE_STOPPED`. */
  stop(): void {
    this.#wake(askState.stopped);
  }

  /** Stops listening. */
  close(): void {
    this.#closed = true;
    Atomics.notify(this.#words, sharedWord.askBell);
  }

  /** Waits for the next bell. Done only after an answer is out, so that its cost is not part of any request's time. */
  #arm(): void {
    if (this.#armed || this.#closed) return;
    this.#armed = true;
    const bell = Atomics.waitAsync(this.#words, sharedWord.askBell, this.#rung);
    if (bell.async) void bell.value.then(this.#ring);
    else queueMicrotask(this.#ring);
  }

  readonly #ring = (): void => {
    this.#armed = false;
    const rung = Atomics.load(this.#words, sharedWord.askBell);
    // The bell of an earlier request can still wake the wait for the next one.
    if (rung === this.#rung) return this.#arm();
    this.#rung = rung;
    if (this.#caughtUp()) this.#read();
    else this.#early = true;
  };

  #caughtUp(): boolean {
    return this.#words[sharedWord.postedFrames] === this.#frames;
  }

  #read(): void {
    this.#early = false;
    // Copied out once: what the worker does to the memory afterwards changes nothing.
    this.#asked(this.#room.toString("utf8", 0, this.#words[sharedWord.askBytes]));
  }

  #wake(state: number): void {
    Atomics.store(this.#words, sharedWord.answerState, state);
    Atomics.notify(this.#words, sharedWord.answerState);
    this.#arm();
  }
}
