import { OUTBOX_FRAMES, OUTBOX_UNITS } from "./channel-bounds.ts";
import { sharedWord, sharedWords } from "./shared-layout.ts";

/** The worker's side: holds its guest back while the host has too much of it unread. */
export class OutboxCredit {
  readonly #words: Int32Array;
  #frames = 0;
  #units = 0;

  constructor(memory: SharedArrayBuffer) {
    this.#words = sharedWords(memory);
  }

  /** Blocks until one more frame of that length may be sent, and counts it as sent. False where the guest is to end instead. */
  spend(units: number): boolean {
    while (!this.#hasRoom(units)) {
      if (Atomics.load(this.#words, sharedWord.stop) === 1) return false;
      this.#waitForHost(units);
    }
    this.#frames = (this.#frames + 1) | 0;
    this.#units = (this.#units + units) | 0;
    return true;
  }

  #hasRoom(units: number): boolean {
    const frames = (this.#frames - Atomics.load(this.#words, sharedWord.readFrames)) >>> 0;
    const unread = (this.#units - Atomics.load(this.#words, sharedWord.readUnits)) >>> 0;
    return frames < OUTBOX_FRAMES && unread + units <= OUTBOX_UNITS;
  }

  #waitForHost(units: number): void {
    Atomics.store(this.#words, sharedWord.outboxWaits, 1);
    const seen = Atomics.load(this.#words, sharedWord.readFrames);
    // The host may have read on before it could see the flag.
    if (!this.#hasRoom(units) && Atomics.load(this.#words, sharedWord.stop) === 0) Atomics.wait(this.#words, sharedWord.readFrames, seen);
    Atomics.store(this.#words, sharedWord.outboxWaits, 0);
  }
}

/** The host's side: gives credit back for what it has read. */
export class OutboxReader {
  readonly #words: Int32Array;
  #frames = 0;
  #units = 0;

  constructor(memory: SharedArrayBuffer) {
    this.#words = sharedWords(memory);
  }

  read(units: number): void {
    this.#units = (this.#units + units) | 0;
    this.#words[sharedWord.readUnits] = this.#units;
    this.#frames = (this.#frames + 1) | 0;
    Atomics.store(this.#words, sharedWord.readFrames, this.#frames);
    if (Atomics.load(this.#words, sharedWord.outboxWaits) === 1) Atomics.notify(this.#words, sharedWord.readFrames);
  }
}
