/**
 * Lets a few lookups run at once and makes the others wait in line. A system lookup holds a thread of a small pool that file
 * and compression work of every plugin shares, and a name server of the plugin's own can make it last.
 */
export class LookupSlots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(slots: number) {
    this.#free = slots;
  }

  /** Runs `lookup` when a slot is free. */
  async run<T>(lookup: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await lookup();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}
