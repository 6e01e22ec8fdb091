import { sharedClock, sharedWord, sharedWords } from "./shared-layout.ts";

/** The worker's side: writes down which message its guest is at. */
export class TurnLedger {
  readonly #words: Int32Array;
  #taken = 0;
  #handled = 0;
  #units = 0;

  constructor(memory: SharedArrayBuffer) {
    this.#words = sharedWords(memory);
  }

  begin(units: number): void {
    this.#words[sharedWord.turnStart] = sharedClock();
    this.#units = (this.#units + units) | 0;
    this.#words[sharedWord.takenUnits] = this.#units;
    this.#taken = (this.#taken + 1) | 0;
    Atomics.store(this.#words, sharedWord.taken, this.#taken);
  }

  /** Ends the latest turn. */
  end(memoryBytes: number): void {
    this.#words[sharedWord.memoryKib] = Math.ceil(memoryBytes / 1024);
    this.#handled = (this.#handled + 1) | 0;
    Atomics.store(this.#words, sharedWord.handled, this.#handled);
  }
}

/** The host's side: reads how far the guest is. What it reads is the worker's claim; the host's own deadlines do not rest on it. */
export class TurnReader {
  readonly #words: Int32Array;

  constructor(memory: SharedArrayBuffer) {
    this.#words = sharedWords(memory);
  }

  /** Messages the guest has begun on. */
  taken(): number {
    return Atomics.load(this.#words, sharedWord.taken) >>> 0;
  }

  /** Messages the guest is done with. */
  handled(): number {
    return Atomics.load(this.#words, sharedWord.handled) >>> 0;
  }

  /** UTF-16 units of the messages begun on, modulo 2^32. */
  takenUnits(): number {
    return Atomics.load(this.#words, sharedWord.takenUnits) >>> 0;
  }

  /** Milliseconds since the guest began on its latest message. */
  turnAge(): number {
    return Math.max(0, (sharedClock() - Atomics.load(this.#words, sharedWord.turnStart)) | 0);
  }

  memoryBytes(): number {
    return Atomics.load(this.#words, sharedWord.memoryKib) * 1024;
  }
}
