/**
 * Sandbox backend for `run.wasm`.
 *
 * Who uses it: host integrators, who hand {@link wasmBackend} to a plugin host, or run one module by itself with
 * {@link createWasmSandbox}. What belongs here: checking and bounding modules, the WASI preview1 host, the command and reactor forms. What does not: threads and deadlines (worker-host), judging (sandbox-permissions).
 *
 * @packageDocumentation
 */

export { wasmBackend, type WasmBackendOptions } from "./backend/wasm-backend.ts";
export { createWasmSandbox, type WasmSandboxOptions } from "./sandbox/create-wasm-sandbox.ts";
export { installCapabilityImports, type SandboxFacts, type WasmSandboxHandle } from "./sandbox/wasm-sandbox-handle.ts";
export { buildWasiPreopens } from "./preopens/build-wasi-preopens.ts";
export { buildWasiOutboundAllowlist, type OutboundAllowlist, type OutboundDestination } from "./outbound/build-wasi-outbound-allowlist.ts";
