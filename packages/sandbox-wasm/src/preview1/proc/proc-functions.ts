import { AmbitError } from "@ambit/api-types";
import { errno, type Errno } from "../errno/errno.ts";
import type { HostState } from "../host/host-state.ts";

/** The functions by which a guest ends itself or gives way. */
export interface ProcFunctions {
  proc_exit(code: number): never;
  proc_raise(signal: number): Errno;
  sched_yield(): Errno;
}

/** Ends the guest when its time is over. */
export function checkDeadline(state: HostState): void {
  if (performance.now() < state.deadline) return;
  state.end({ kind: "error", error: new AmbitError("LIMIT_EXCEEDED", "The call took longer than it may.", { limit: "callSeconds" }) });
}

/** Makes them for one guest. */
export function procFunctions(state: HostState): ProcFunctions {
  return {
    proc_exit: (code) => state.end({ kind: "exit", code: code >>> 0 }),
    proc_raise: () => errno.NOTSUP,
    sched_yield() {
      checkDeadline(state);
      return errno.SUCCESS;
    },
  };
}
