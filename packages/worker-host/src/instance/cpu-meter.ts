/** Where a {@link CpuMeter} reads from. */
export interface CpuSource {
  /** Processor time of the guest's thread so far, milliseconds. May never settle while the thread is inside native code. */
  cpuMillis(): Promise<number>;
}

/**
 * A reading that takes longer than this comes from a thread that does not yield, or that the machine has no processor for.
 * It is charged with the time, but with no more than the whole process has used meanwhile.
 */
const SILENT_MILLIS = 50;
const SHORTEST_LOOK_MILLIS = 5;

/**
 * Measures a guest's processor time against `cpuMillis` a call. Calls into one guest share its thread, so the time is kept
 * in one vessel: what is used fills it, each answered call drains one call's worth, and it overflows at one call's worth
 * for each call under way. The thread is looked at only when the vessel could have overflowed since the last look.
 */
export class CpuMeter {
  readonly #source: CpuSource;
  readonly #perCall: number;
  readonly #processMillis: () => number;
  #used = 0;
  #total = 0;
  #lookedAt = 0;
  #answered = 0;
  #askedAt: number | undefined;
  #processAtAsk = 0;

  /** @param processMillis - processor time of this process so far. */
  constructor(source: CpuSource, perCall: number, processMillis: () => number = wholeProcess) {
    this.#source = source;
    this.#perCall = perCall;
    this.#processMillis = processMillis;
  }

  /** How long after the guest became busy the first look is due, milliseconds. */
  get firstLook(): number {
    return Math.min(25, Math.max(SHORTEST_LOOK_MILLIS, this.#perCall / 2));
  }

  /**
   * Looks if it is time to.
   *
   * @param busySince - when the guest last became busy.
   * @param active - calls under way.
   * @param answered - calls answered since the start.
   * @returns milliseconds until the next look is due, or `over` when the time is used up.
   */
  look(now: number, busySince: number, active: number, answered: number): number | "over" {
    const allowed = this.#perCall * Math.max(1, active);
    if (this.#askedAt !== undefined) {
      const silent = now - this.#askedAt;
      const charged = Math.min(silent, this.#processMillis() - this.#processAtAsk);
      if (silent > SILENT_MILLIS && this.#used + charged > allowed) return "over";
      return Math.max(SHORTEST_LOOK_MILLIS, Math.min(SILENT_MILLIS, allowed - this.#used - charged));
    }
    if (this.#used > allowed) return "over";
    const due = this.#lookedAt < busySince ? busySince + this.firstLook : this.#lookedAt + allowed - this.#used;
    if (now < due) return Math.max(1, due - now);
    void this.#ask(now, busySince, answered);
    return SHORTEST_LOOK_MILLIS;
  }

  async #ask(now: number, busySince: number, answered: number): Promise<void> {
    this.#askedAt = now;
    this.#processAtAsk = this.#processMillis();
    try {
      this.#charge(await this.#source.cpuMillis(), now, busySince, answered);
      this.#askedAt = undefined;
    } catch {
      // The thread is gone; its end is told elsewhere, and no further look is of use.
    }
  }

  #charge(total: number, now: number, busySince: number, answered: number): void {
    const fresh = this.#lookedAt < busySince;
    // Before the first look at a busy spell, part of the time may be of an earlier one; no thread uses more than the wall's.
    const spent = fresh ? Math.min(total - this.#total, now - busySince) : total - this.#total;
    const drained = fresh ? Infinity : this.#perCall * (answered - this.#answered);
    this.#used = Math.max(0, this.#used - drained) + spent;
    this.#total = total;
    this.#lookedAt = now;
    this.#answered = answered;
  }
}

function wholeProcess(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
