/**
 * Sandbox backend for `run.wasm`.
 *
 * Who uses it: host integrators, who hand {@link wasmBackend} to a plugin host. What belongs here: checking and bounding modules, the
 * WASI preview1 host, the command and reactor forms. What does not: threads and deadlines (worker-host), judging (sandbox-permissions).
 *
 * @packageDocumentation
 */

export { wasmBackend, type WasmBackendOptions } from "./backend/wasm-backend.ts";
