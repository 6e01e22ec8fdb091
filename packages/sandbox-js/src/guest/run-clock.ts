import type { LimitName, Limits } from "@ambit/api-types/guest";

/**
 * Measures one run of guest code, from the taking of a message until the guest has nothing more to do at once. It is the
 * first and gentlest bound: the engine asks it now and then, and stops the guest when it says so. What the engine does not
 * interrupt is ended by the watchdog outside this thread.
 */
export class RunClock {
  readonly #wallMillis: number;
  readonly #cpuMillis: number;
  #wallStart = 0;
  #cpuStart = 0;
  #passed: LimitName | undefined;

  constructor(limits: Limits) {
    this.#wallMillis = limits.callSeconds * 1000;
    this.#cpuMillis = limits.cpuMillis;
  }

  /** Starts measuring a run. */
  begin(): void {
    this.#wallStart = performance.now();
    this.#cpuStart = cpuMillis();
  }

  /** Tells whether the run must stop. */
  expired(): boolean {
    const wall = performance.now() - this.#wallStart;
    // A thread cannot use more processor time than wall time: the dearer clock is read only past the limit.
    if (wall > this.#wallMillis) this.#passed = "callSeconds";
    else if (wall > this.#cpuMillis && cpuMillis() - this.#cpuStart > this.#cpuMillis) this.#passed = "cpuMillis";
    return this.#passed !== undefined;
  }

  /** The limit that ended the run, or undefined. */
  get passed(): LimitName | undefined {
    return this.#passed;
  }
}

function cpuMillis(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
