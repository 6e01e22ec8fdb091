/** When a plugin that crashed is started again, and when no more. */
export interface RestartSchedule {
  /** Milliseconds before the first, second, ... restart in a row; the last one holds for all further ones. */
  readonly backoffMillis: readonly number[];
  /** Crashes within {@link windowMillis} that park the plugin. */
  readonly crashesToPark: number;
  /** Milliseconds; as long without a crash, and the backoff begins anew. */
  readonly windowMillis: number;
}

/** Backoff 1, 2, 4, 8, 16, 30 s; parked after 5 crashes in 60 s. */
export const defaultRestartSchedule: RestartSchedule = {
  backoffMillis: [1000, 2000, 4000, 8000, 16_000, 30_000],
  crashesToPark: 5,
  windowMillis: 60_000,
};

/** Counts the crashes of one plugin. Times are milliseconds of one monotonic clock. */
export class CrashCounter {
  readonly #schedule: RestartSchedule;
  #times: number[] = [];
  #inARow = 0;
  #parked = false;
  #notBefore = 0;

  constructor(schedule: RestartSchedule) {
    this.#schedule = schedule;
  }

  get parked(): boolean {
    return this.#parked;
  }

  /** Milliseconds until the next start may be tried. */
  waitMillis(now: number): number {
    return Math.max(0, this.#notBefore - now);
  }

  crashed(now: number): void {
    const { backoffMillis, crashesToPark, windowMillis } = this.#schedule;
    const last = this.#times.at(-1);
    this.#inARow = last !== undefined && now - last > windowMillis ? 0 : this.#inARow;
    this.#notBefore = now + (backoffMillis[Math.min(this.#inARow, backoffMillis.length - 1)] ?? 0);
    this.#inARow++;
    this.#times = [...this.#times.filter((time) => now - time <= windowMillis), now];
    if (this.#times.length >= crashesToPark) this.#parked = true;
  }

  /** Forgets every crash: a person wants it to run again. */
  clear(): void {
    this.#times = [];
    this.#inARow = 0;
    this.#parked = false;
    this.#notBefore = 0;
  }
}
