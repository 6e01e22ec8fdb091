import { getHeapStatistics } from "node:v8";
import { AmbitError, type BackendSupport } from "@ambit/api-types";
import type { GuestEngine } from "@ambit/worker-host";
import { isConfinedHere } from "./confined-here.ts";

const MIB = 1_048_576;

/** Heap of a process around its guest's own, mebibytes: what watches a guest must not die of the guest's limit. */
const AROUND_MB = 64;
/** What of it the guest's thread has for the code that drives the guest. */
const DRIVER_MB = 8;

/** Option of Node for a process whose guest may hold so much. */
export function heapFlag(memoryMb: number): string {
  return `--max-old-space-size=${memoryMb + AROUND_MB}`;
}

/** Heap of the guest's thread, by what this process was started with. What the guest itself holds is measured beside that. */
function guestHeapMb(): number {
  return Math.max(DRIVER_MB, Math.floor(getHeapStatistics().heap_size_limit / MIB) - AROUND_MB + DRIVER_MB);
}

/** What the fast engine takes and enforces. */
export const v8Supports: BackendSupport = { runs: ["js"], limits: ["callSeconds", "cpuMillis", "memoryMb", "hostCalls"], preopens: false, concurrentHostCalls: true, keepsState: true, engine: "fast" };

/** The engine inside a plugin's process: V8, one realm in a thread. It makes no guest in a process that is not confined. */
export function v8Engine(): GuestEngine {
  return {
    name: "v8",
    supports: v8Supports,
    guestModule: new URL(import.meta.resolve("@ambit/sandbox-v8/guest")),
    heapMb: guestHeapMb(),
    runsInMicrotasks: true,
    workerFlags: ["--experimental-vm-modules", "--frozen-intrinsics", "--disable-warning=ExperimentalWarning"],
    isAvailable: async () => (isConfinedHere() ? { available: true } : { available: false, reason: "This process is not confined.", remedy: "Use v8Backend: it starts a confined process for each plugin." }),
    prepare: async () => {
      if (!isConfinedHere()) throw new AmbitError("BACKEND_UNAVAILABLE", "The engine V8 runs plugins only in a process that is confined: use v8Backend.");
      return undefined;
    },
  };
}
