import { sharedClock, sharedWord, sharedWords } from "./shared-layout.ts";

/** The worker's side: writes down which message its guest is at. */
export class TurnLedger {
  readonly #words: Int32Array;
  #taken = 0;
  #handled = 0;
  #units = 0;
  readonly #countsCpu: boolean;
  #cpuAtTurn = 0;
  #cpuUsed = 0;

  /** @param countsCpu - the thread is shared: processor time is written down turn by turn. */
  constructor(memory: SharedArrayBuffer, countsCpu: boolean) {
    this.#words = sharedWords(memory);
    this.#countsCpu = countsCpu;
  }

  begin(units: number): void {
    if (this.#countsCpu) this.#words[sharedWord.cpuAtTurn] = this.#cpuAtTurn = threadTenths();
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
    if (!this.#countsCpu) return;
    this.#cpuUsed = (this.#cpuUsed + threadTenths() - this.#cpuAtTurn) | 0;
    // After the end of the turn is told: who reads in between counts the turn once.
    Atomics.store(this.#words, sharedWord.cpuUsed, this.#cpuUsed);
  }
}

/** Processor time of this thread so far, tenths of a millisecond. */
function threadTenths(): number {
  const { user, system } = process.threadCpuUsage();
  return Math.round((user + system) / 100);
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

/** The same of a guest in a shared thread: while another's turn lasts, none of its own goes on. */
export class SharedTurnReader extends TurnReader {
  readonly #words: Int32Array;

  constructor(memory: SharedArrayBuffer) {
    super(memory);
    this.#words = sharedWords(memory);
  }

  /** Whether the guest is at a message. */
  inTurn(): boolean {
    return this.taken() !== this.handled();
  }

  override turnAge(): number {
    return this.inTurn() ? super.turnAge() : 0;
  }

  /** Processor time of this guest's turns, milliseconds. `threadMillis`: that of the whole thread now. */
  cpuMillis(threadMillis: number): number {
    const handled = this.handled();
    const inTurn = this.taken() !== handled;
    const begun = Atomics.load(this.#words, sharedWord.cpuAtTurn) / 10;
    const used = (Atomics.load(this.#words, sharedWord.cpuUsed) >>> 0) / 10;
    return inTurn && this.handled() === handled ? used + Math.max(0, threadMillis - begun) : used;
  }
}
