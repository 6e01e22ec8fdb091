import type { HostState } from "../host/host-state.ts";
import { checkDeadline } from "../proc/proc-functions.ts";

/** Nobody ever wakes this; waiting on it is how a thread sleeps. */
const never: Int32Array = new Int32Array(new SharedArrayBuffer(4));

/** Sleeps until `dueNs` on the monotonic clock, or ends the guest when its deadline comes first. */
export function sleep(state: HostState, dueNs: bigint): void {
  for (;;) {
    const wait = Number(dueNs - process.hrtime.bigint()) / 1e6;
    if (wait <= 0) return;
    Atomics.wait(never, 0, 0, Math.max(0, Math.min(wait, state.deadline - performance.now())));
    checkDeadline(state);
  }
}
