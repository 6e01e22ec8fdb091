import type { LimitName, Limits } from "@ambit/api-types/guest";

const MIB = 1_048_576;

/**
 * Bytes of a guest's memory that its code is kept from: the engine's own, and room for what code can take between two looks
 * at it. Where the memory is really full, the engine cannot even make the error that no guest can catch.
 */
const RESERVED_BYTES: number = 8 * MIB;

/** Least memory in which plugin code can do anything, mebibytes. */
export const LEAST_MEMORY_MB = 12;

/**
 * Watches one run of guest code, from the taking of a message until the guest has nothing more to do at once. It is the
 * first and gentlest bound: the engine asks it now and then, and stops the guest when it says so. What the engine does not
 * interrupt is ended by the watchdog outside this thread, and by the memory's own maximum.
 */
export class RunBounds {
  readonly #wallMillis: number;
  readonly #cpuMillis: number;
  readonly #memoryBytes: number;
  #wallStart = 0;
  #cpuStart = 0;
  #passed: LimitName | undefined;

  constructor(limits: Limits) {
    this.#wallMillis = limits.callSeconds * 1000;
    this.#cpuMillis = limits.cpuMillis;
    this.#memoryBytes = limits.memoryMb * MIB - RESERVED_BYTES;
  }

  /** Starts watching a run. */
  begin(): void {
    this.#wallStart = performance.now();
    this.#cpuStart = cpuMillis();
  }

  /** Tells whether the run must stop. */
  mustStop(allocatedBytes: number): boolean {
    const wall = performance.now() - this.#wallStart;
    if (allocatedBytes > this.#memoryBytes) this.#passed = "memoryMb";
    else if (wall > this.#wallMillis) this.#passed = "callSeconds";
    // A thread cannot use more processor time than wall time: the dearer clock is read only past the limit.
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
