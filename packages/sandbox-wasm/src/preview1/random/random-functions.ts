import { randomFillSync } from "node:crypto";
import { errno, type Errno } from "../errno/errno.ts";
import type { HostState } from "../host/host-state.ts";

/** Filled in one step, so that a request for a whole memory can be cut short by whoever ends the thread. */
const step = 65_536;

/** The function by which a guest gets random bytes. */
export interface RandomFunctions {
  random_get(pointer: number, length: number): Errno;
}

/** Makes it for one guest. */
export function randomFunctions({ memory }: HostState): RandomFunctions {
  return {
    random_get(pointer, length) {
      const start = pointer >>> 0;
      const end = start + (length >>> 0);
      if (!memory.holds(start, length >>> 0)) return errno.FAULT;
      for (let at = start; at < end; at += step) randomFillSync(memory.bytes, at, Math.min(step, end - at));
      return errno.SUCCESS;
    },
  };
}
