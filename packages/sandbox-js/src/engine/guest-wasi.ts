import type { WasiOptions } from "quickjs-wasi";

const BAD_DESCRIPTOR = 8;

/**
 * The system functions an instance gets: its memory, and nothing to write to. The clock and the random source are the
 * engine package's own.
 */
export function guestWasi(memory: WebAssembly.Memory): WasiOptions {
  const functions = { memory, fd_write: () => BAD_DESCRIPTOR };
  return () => functions as unknown as ReturnType<WasiOptions>;
}
