import { AmbitError, type JournalEntry, type JournalStore, timerMillis } from "@ambit/api-types";

/** Most entries of one transaction. */
const BATCH_ENTRIES = 500;
/** Most entries that wait; beyond it callers do. */
const QUEUE_ENTRIES = 4096;
/** How long an entry that nobody waits for may be held back for others, in milliseconds. */
const GROUP_MS = 4;
/** How long after a failure the store is tried again, in milliseconds. */
const RETRY_MS = 1000;

/** What a queue is made from. */
export interface JournalQueueOptions {
  readonly store: JournalStore;
  /** Prepares an entry for the store; runs when the batch is written, off the path of the call. */
  readonly prepare: (entry: JournalEntry) => JournalEntry;
  /** Entries that became durable. */
  readonly onWritten: (count: number) => void;
  readonly onError: (error: unknown) => void;
}

interface Waiter {
  /** How many entries must be durable. */
  readonly position: number;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Group commit: entries are taken in order at once and written many to a transaction. After a failure nothing is dropped:
 * what waits is tried again until the store has it, and {@link JournalQueue.requireWritable} refuses new work meanwhile.
 */
export class JournalQueue {
  readonly #options: JournalQueueOptions;
  #waiting: JournalEntry[] = [];
  #taken = 0;
  #written = 0;
  #waiters: Waiter[] = [];
  #room: (() => void)[] = [];
  #writing: Promise<void> | undefined;
  /** Takes back the write that is scheduled. */
  #unschedule: (() => void) | undefined;
  #urgent = false;
  /** The last thing asked of the store; one follows the other. */
  #last: Promise<unknown> = Promise.resolve();
  #failure: AmbitError | undefined;
  #closed = false;

  constructor(options: JournalQueueOptions) {
    this.#options = options;
  }

  /** Asked before anything is done that must be journaled. @throws AmbitError `STORE_FAILED` while the store fails. */
  requireWritable(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /**
   * Takes an entry. Gives undefined where it was taken at once, else a promise that resolves once there was room for it.
   *
   * @throws AmbitError `STORE_FAILED` after the end.
   */
  enqueue(entry: JournalEntry): Promise<void> | undefined {
    if (this.#closed) throw closed();
    if (this.#waiting.length >= QUEUE_ENTRIES) return this.#whenRoom(entry);
    this.#take(entry);
    this.#schedule(false);
    return undefined;
  }

  /** Takes an entry and resolves once it is durable. */
  append(entry: JournalEntry): Promise<void> {
    if (this.#closed) return Promise.reject(closed());
    const room = this.enqueue(entry);
    return room === undefined ? this.flush() : room.then(() => this.flush());
  }

  /** Resolves once everything taken so far is durable. */
  flush(): Promise<void> {
    const position = this.#taken;
    if (this.#written >= position) return Promise.resolve();
    this.#schedule(true);
    return new Promise((resolve, reject) => this.#waiters.push({ position, resolve, reject }));
  }

  /** Runs something on the store after what is being written now and before anything that is taken from now on. */
  between<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => {});
    return result;
  }

  /** Writes what is waiting, for the last time; what cannot be written is reported and lost. */
  async close(): Promise<void> {
    await this.flush().catch((error: unknown) => this.#options.onError(error));
    this.#unschedule?.();
    this.#closed = true;
  }

  async #whenRoom(entry: JournalEntry): Promise<void> {
    this.#schedule(true);
    while (this.#waiting.length >= QUEUE_ENTRIES) await new Promise<void>((resolve) => this.#room.push(resolve));
    await this.enqueue(entry);
  }

  #take(entry: JournalEntry): void {
    this.#waiting.push(entry);
    this.#taken++;
  }

  #schedule(urgent: boolean): void {
    if (this.#writing !== undefined || (this.#unschedule !== undefined && (this.#urgent || !urgent))) return;
    this.#unschedule?.();
    this.#urgent = urgent;
    if (urgent) {
      const immediate = setImmediate(() => this.#begin());
      this.#unschedule = () => clearImmediate(immediate);
    } else this.#beginAfter(GROUP_MS);
  }

  #beginAfter(ms: number): void {
    const timer = setTimeout(() => this.#begin(), timerMillis(ms));
    this.#unschedule = () => clearTimeout(timer);
  }

  #begin(): void {
    this.#unschedule = undefined;
    this.#writing = this.#write();
  }

  async #write(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        const batch = this.#waiting.slice(0, BATCH_ENTRIES);
        await this.between(() => this.#options.store.append(batch.map(this.#options.prepare)));
        this.#settle(batch.length);
        // Calls go on between two batches.
        if (this.#waiting.length > 0) await new Promise(setImmediate);
      }
      this.#failure = undefined;
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#writing = undefined;
    }
  }

  #settle(count: number): void {
    this.#waiting.splice(0, count);
    this.#written += count;
    // Waiters stand in the order of their positions.
    const later = this.#waiters.findIndex(({ position }) => position > this.#written);
    for (const waiter of this.#waiters.splice(0, later === -1 ? this.#waiters.length : later)) waiter.resolve();
    for (const wake of this.#room.splice(0)) wake();
    this.#options.onWritten(count);
  }

  #fail(error: unknown): void {
    this.#failure = new AmbitError("STORE_FAILED", "The journal cannot be written, so nothing is done.", { cause: error });
    this.#options.onError(error);
    for (const waiter of this.#waiters.splice(0)) waiter.reject(this.#failure);
    // Counts as urgent: nobody who waits can make it come earlier.
    this.#urgent = true;
    this.#beginAfter(RETRY_MS);
  }
}

function closed(): AmbitError {
  return new AmbitError("STORE_FAILED", "The journal is closed.");
}
