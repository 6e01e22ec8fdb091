/**
 * The host side of WASI preview1 by itself: for one instance, in the thread that calls it.
 *
 * Who uses it: authors of backends, and benches. What belongs here: the functions that a module imports and what they stand on. What
 * does not: a worker, a deadline that ends a loop, a bound on memory; whoever runs a stranger's module takes `wasmBackend`
 * or `createWasmSandbox` of the package's main entry, which have all of them.
 *
 * @packageDocumentation
 */

export { Preview1Host, preview1ModuleName, type Preview1Options, type Preview1Preopen, type RunOutcome } from "./host/preview1-host.ts";
export type { GuestEnd } from "./host/host-state.ts";
export { InputBytes } from "./stream/input-bytes.ts";
export { OutputBytes } from "./stream/output-bytes.ts";
export type { InputStream, OutputStream } from "./stream/streams.ts";
