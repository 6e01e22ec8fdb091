/** The clocks of WASI preview1. */
export const clockId = { REALTIME: 0, MONOTONIC: 1, PROCESS_CPU: 2, THREAD_CPU: 3 } as const;

const million = 1_000_000n;
const driftAllowedNs = 2_000_000n;

/** The clocks of one guest, in nanoseconds. Processor time counts from when the guest was made, and is that of its thread alone. */
export class Clocks {
  #realtimeOffset: bigint | undefined;
  readonly #cpuStart: bigint = threadCpu();

  /** The time of a clock, or undefined for one that does not exist. */
  now(id: number): bigint | undefined {
    switch (id) {
      case clockId.REALTIME:
        return this.#realtime();
      case clockId.MONOTONIC:
        return process.hrtime.bigint();
      case clockId.PROCESS_CPU:
      case clockId.THREAD_CPU:
        return threadCpu() - this.#cpuStart;
      default:
        return undefined;
    }
  }

  /** Follows the host's calendar, with the fine steps of the monotonic clock in between. */
  #realtime(): bigint {
    const monotonic = process.hrtime.bigint();
    const coarse = BigInt(Date.now()) * million;
    this.#realtimeOffset ??= coarse - monotonic;
    const fine = monotonic + this.#realtimeOffset;
    const drift = fine - coarse;
    if (drift < driftAllowedNs && drift > -driftAllowedNs) return fine;
    this.#realtimeOffset = coarse - monotonic;
    return coarse;
  }
}

function threadCpu(): bigint {
  const { user, system } = process.threadCpuUsage();
  return BigInt(user + system) * 1000n;
}
