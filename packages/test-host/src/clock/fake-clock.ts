import type { TimerSource } from "@ambit/api-host";

/** A clock that goes on when a test says so. */
export interface FakeClock {
  /** Milliseconds that it has gone on so far. */
  readonly elapsed: number;
  /** Goes on, and fires the plugin's timers that are due on the way, each at its time. */
  advance(ms: number): void;
}

interface Due {
  at: number;
  readonly every: number | undefined;
  readonly fire: () => void;
}

/** Timers that run on a clock of a test's own. */
export class FakeTimers implements TimerSource, FakeClock {
  readonly #due = new Set<Due>();
  #elapsed = 0;

  get elapsed(): number {
    return this.#elapsed;
  }

  set(fire: () => void, ms: number, repeat: boolean): { clear(): void } {
    const due: Due = { at: this.#elapsed + ms, every: repeat ? ms : undefined, fire };
    this.#due.add(due);
    return { clear: () => this.#due.delete(due) };
  }

  advance(ms: number): void {
    const end = this.#elapsed + ms;
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#elapsed = next.at;
      if (next.every === undefined) this.#due.delete(next);
      else next.at += next.every;
      next.fire();
    }
    this.#elapsed = end;
  }

  /** The timer that is due first, and by `end`. */
  #next(end: number): Due | undefined {
    let first: Due | undefined;
    for (const due of this.#due) if (due.at <= end && (first === undefined || due.at < first.at)) first = due;
    return first;
  }
}
