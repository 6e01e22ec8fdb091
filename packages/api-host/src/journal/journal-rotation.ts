import type { JournalStore } from "@ambit/api-types";

/** How much a journal keeps. */
export interface JournalRotationOptions {
  /** Newest records that stay; default 200,000. Up to a tenth more may be there before the oldest are dropped. */
  readonly keepRecords?: number;
  /** Days that a record stays at most; default 90. */
  readonly keepDays?: number;
}

const DAY_MS = 86_400_000;
/** How long old records may stay when little is written, in milliseconds. */
const MOST_WAIT_MS = 3_600_000;

/** Drops the oldest records of a journal now and then, as it grows. */
export class JournalRotation {
  readonly #store: JournalStore;
  readonly #keepRecords: number;
  readonly #keepMs: number;
  #since = 0;
  #last = 0;
  #running: Promise<void> = Promise.resolve();

  constructor(store: JournalStore, { keepRecords = 200_000, keepDays = 90 }: JournalRotationOptions) {
    this.#store = store;
    this.#keepRecords = keepRecords;
    this.#keepMs = keepDays * DAY_MS;
  }

  /** Counts what was written and prunes when it is time; a failure is handed on and the journal lives. */
  written(count: number, onError: (error: unknown) => void): void {
    this.#since += count;
    const now = Date.now();
    if (this.#since < this.#keepRecords / 10 && now - this.#last < MOST_WAIT_MS) return;
    this.#since = 0;
    this.#last = now;
    this.#running = this.#store.prune({ keepRecords: this.#keepRecords, before: now - this.#keepMs }).then(() => {}, onError);
  }

  /** Resolves once nothing is being pruned. */
  settled(): Promise<void> {
    return this.#running;
  }
}
