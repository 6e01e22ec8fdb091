/**
 * Lets a few lookups run at once and makes the others wait in line. A system lookup holds a thread of a small pool that file
 * and compression work of every plugin shares, and a name server of the plugin's own can make it last.
 */
export class LookupSlots {
  #free: number;
  readonly #mostWaiting: number;
  readonly #dropped: () => Error;
  readonly #waiting: { readonly go: () => void; readonly drop: () => void }[] = [];

  /**
   * @param mostWaiting in line: nobody tells a lookup that its call was given up, so past it the one that has waited longest
   * is dropped.
   * @param dropped makes the error of one that is dropped.
   */
  constructor(slots: number, mostWaiting: number, dropped: () => Error) {
    this.#free = slots;
    this.#mostWaiting = mostWaiting;
    this.#dropped = dropped;
  }

  /** Runs `lookup` when a slot is free. */
  async run<T>(lookup: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#standInLine();
    try {
      return await lookup();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next.go();
    }
  }

  #standInLine(): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      this.#waiting.push({ go: resolve, drop: () => reject(this.#dropped()) });
      if (this.#waiting.length > this.#mostWaiting) this.#waiting.shift()?.drop();
    });
  }
}
