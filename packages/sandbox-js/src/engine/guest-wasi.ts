// Loaded with the module, before a plugin is waited for: a worker's first use of the global `crypto` would take milliseconds.
import { randomFillSync } from "node:crypto";
import type { WasiOptions } from "quickjs-wasi";

const SUCCESS = 0;
const BAD_DESCRIPTOR = 8;

/** The system functions an instance gets: its memory, a random source, and nothing to write to. The clock is the engine package's own. */
export function guestWasi(memory: WebAssembly.Memory): WasiOptions {
  const functions = {
    memory,
    fd_write: () => BAD_DESCRIPTOR,
    random_get: (at: number, length: number) => {
      randomFillSync(new Uint8Array(memory.buffer, at, length));
      return SUCCESS;
    },
  };
  return () => functions as unknown as ReturnType<WasiOptions>;
}
