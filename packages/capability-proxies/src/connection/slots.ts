import { endedBy, refuseIfEnded } from "../proxy/ended-call.ts";

interface Waiter {
  go(): void;
  drop(error: Error): void;
}

/** Lets a few things run at once and makes the others wait in line: what costs the host something while it runs is bounded so. */
export class Slots {
  #free: number;
  readonly #mostWaiting: number;
  readonly #dropped: () => Error;
  readonly #waiting: Waiter[] = [];

  /**
   * @param mostWaiting in line: nobody tells a work without a signal that its call was given up, so past it the one that has
   * waited longest is dropped.
   * @param dropped makes the error of one that is dropped.
   */
  constructor(slots: number, mostWaiting: number, dropped: () => Error) {
    this.#free = slots;
    this.#mostWaiting = mostWaiting;
    this.#dropped = dropped;
  }

  /**
   * Runs `work` when a slot is free.
   *
   * @param signal gives the place in line up.
   * @throws AmbitError the signal's reason; what the work fails with.
   */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (signal !== undefined) refuseIfEnded(signal);
    if (this.#free > 0) this.#free -= 1;
    else await this.#standInLine(signal);
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next.go();
    }
  }

  #standInLine(signal: AbortSignal | undefined): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const stop = (): void => signal?.removeEventListener("abort", giveUp);
      const waiter = { go: () => (stop(), resolve()), drop: (error: Error) => (stop(), reject(error)) };
      const giveUp = (): void => {
        if (signal === undefined) return;
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        waiter.drop(endedBy(signal));
      };
      signal?.addEventListener("abort", giveUp, { once: true });
      this.#waiting.push(waiter);
      if (this.#waiting.length > this.#mostWaiting) this.#waiting.shift()?.drop(this.#dropped());
    });
  }
}
