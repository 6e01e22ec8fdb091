/** Lets work on one name follow one after the other, while other names go on. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Does the work when everything that was asked for under the name before is over, however it ended. */
  take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name) ?? Promise.resolve();
    const mine = before.then(work, work);
    const settled = mine.catch(() => undefined).then(() => {
      if (this.#last.get(name) === settled) this.#last.delete(name);
    });
    this.#last.set(name, settled);
    return mine;
  }

  /** Waits until nothing is under way. */
  async idle(): Promise<void> {
    while (this.#last.size > 0) await Promise.all(this.#last.values());
  }
}
