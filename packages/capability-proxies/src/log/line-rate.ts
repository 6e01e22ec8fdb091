/** Lines that one instance may log in a second; what comes on top is counted and told in one line. */
export const linesPerSecond = 200;

const windowMs = 1000;

/** Lets so many lines through in each second and counts the others. */
export class LineRate {
  #windowStart = Number.NEGATIVE_INFINITY;
  #passed = 0;
  #dropped = 0;

  /** Whether a line at this time (milliseconds) passes; the lines dropped in the second before are given once, with the first that passes. */
  take(now: number): { readonly passes: boolean; readonly droppedBefore: number } {
    const droppedBefore = now - this.#windowStart >= windowMs ? this.#startWindow(now) : 0;
    const passes = this.#passed < linesPerSecond;
    if (passes) this.#passed += 1;
    else this.#dropped += 1;
    return { passes, droppedBefore };
  }

  /** Lines dropped and not told of yet. */
  takeDropped(): number {
    const dropped = this.#dropped;
    this.#dropped = 0;
    return dropped;
  }

  #startWindow(now: number): number {
    this.#windowStart = now;
    this.#passed = 0;
    return this.takeDropped();
  }
}
