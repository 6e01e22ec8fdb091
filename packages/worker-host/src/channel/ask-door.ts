import { AmbitError } from "@ambit/api-types/guest";
import { type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import { askState } from "./ask-state.ts";
import { fitsShared, sharedAsk, sharedWord, sharedWords } from "./shared-layout.ts";

/**
 * The worker's side of the blocking request: asks, and blocks until the answer is here. A thread that is terminated wakes by
 * itself.
 */
export class AskDoor {
  readonly #words: Int32Array;
  readonly #room: Buffer;
  readonly #answers: MessagePort;
  #rung = 0;

  constructor(memory: SharedArrayBuffer, answers: MessagePort) {
    this.#words = sharedWords(memory);
    this.#room = sharedAsk(memory);
    this.#answers = answers;
  }

  /**
   * @param post - sends a request that is too large for the shared memory.
   * @throws AmbitError `INSTANCE_STOPPED`.
   */
  ask(text: string, post: (text: string) => void): string {
    Atomics.store(this.#words, sharedWord.answerState, askState.open);
    if (fitsShared(text)) this.#ring(text);
    else post(text);
    // A wake-up that the host meant for the last answer can come late: only the state says that this one is here.
    while (Atomics.load(this.#words, sharedWord.answerState) === askState.open) Atomics.wait(this.#words, sharedWord.answerState, askState.open);
    return this.#answer();
  }

  #ring(text: string): void {
    this.#words[sharedWord.askBytes] = this.#room.write(text, 0, "utf8");
    this.#rung = (this.#rung + 1) | 0;
    Atomics.store(this.#words, sharedWord.askBell, this.#rung);
    Atomics.notify(this.#words, sharedWord.askBell);
  }

  #answer(): string {
    const state = Atomics.load(this.#words, sharedWord.answerState);
    if (state === askState.shared) return this.#room.toString("utf8", 0, this.#words[sharedWord.askBytes]);
    if (state === askState.posted) {
      const message: unknown = receiveMessageOnPort(this.#answers)?.message;
      if (typeof message === "string") return message;
    }
    throw new AmbitError("INSTANCE_STOPPED", "The host stopped this instance before it answered.");
  }
}
