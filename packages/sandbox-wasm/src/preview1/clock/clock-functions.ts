import { errno, type Errno } from "../errno/errno.ts";
import type { HostState } from "../host/host-state.ts";
import { clockId, type Clocks } from "./clocks.ts";

/** A step of the real and the monotonic clock, and of processor time; nanoseconds. */
const timeStep = 1n;
const cpuStep = 1000n;

/** The functions by which a guest reads clocks. */
export interface ClockFunctions {
  clock_res_get(id: number, result: number): Errno;
  clock_time_get(id: number, precision: bigint, result: number): Errno;
}

/** Makes them for one guest. */
export function clockFunctions({ memory }: HostState, clocks: () => Clocks): ClockFunctions {
  return {
    clock_res_get(id, result) {
      if (!memory.holds(result >>> 0, 8)) return errno.FAULT;
      if (id < clockId.REALTIME || id > clockId.THREAD_CPU) return errno.INVAL;
      memory.view.setBigUint64(result >>> 0, id <= clockId.MONOTONIC ? timeStep : cpuStep, true);
      return errno.SUCCESS;
    },
    clock_time_get(id, _precision, result) {
      if (!memory.holds(result >>> 0, 8)) return errno.FAULT;
      const now = clocks().now(id);
      if (now === undefined) return errno.INVAL;
      memory.view.setBigUint64(result >>> 0, now, true);
      return errno.SUCCESS;
    },
  };
}
