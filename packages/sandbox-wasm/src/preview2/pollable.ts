import type { HostState } from "../preview1/host/host-state.ts";
import { sleep } from "../preview1/poll/sleep.ts";
import { checkDeadline } from "../preview1/proc/proc-functions.ts";

/** How often things that only the host knows are looked at while a component waits for several of them, in nanoseconds. */
const LOOK_NS = 5_000_000n;

const alwaysReady = (): boolean => true;

/** Something to wait for. */
export interface Waitable {
  ready(): boolean;
  /** When it will be ready at the latest, on the monotonic clock; undefined where only the host knows. */
  readonly dueNs?: bigint | undefined;
}

/** `wasi:io/poll.pollable`. */
export class Pollable implements Waitable {
  readonly #state: HostState;
  readonly #waitable: Waitable;

  constructor(state: HostState, waitable: Waitable = { ready: alwaysReady }) {
    this.#state = state;
    this.#waitable = waitable;
  }

  get dueNs(): bigint | undefined {
    return this.#waitable.dueNs;
  }

  ready(): boolean {
    return this.#waitable.ready();
  }

  block(): void {
    waitForOne(this.#state, [this]);
  }
}

/** `wasi:io/poll.poll`: waits until one is ready, and gives the indices of all that are. An empty list is a mistake of the guest, and traps. */
export function waitForOne(state: HostState, pollables: readonly Pollable[]): Uint32Array {
  if (pollables.length === 0) throw new TypeError("poll of nothing");
  for (;;) {
    checkDeadline(state);
    const ready = pollables.flatMap((pollable, index) => (pollable.ready() ? [index] : []));
    if (ready.length > 0) return Uint32Array.from(ready);
    const next = pollables.map(({ dueNs }) => dueNs ?? process.hrtime.bigint() + LOOK_NS).reduce((a, b) => (a < b ? a : b));
    sleep(state, next);
  }
}
