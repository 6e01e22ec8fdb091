import type { SandboxBackend } from "@ambit/api-types";
import { createWorkerBackend, type WorkerBackendOptions } from "@ambit/worker-host";
import { createWasmEngine } from "./wasm-engine.ts";

/** How the WebAssembly backend runs; all of it is the worker host's. */
export type WasmBackendOptions = WorkerBackendOptions;

/** Makes the backend for `run.wasm`: WASI preview1 core modules, each in a worker of its own, under a policy. */
export function wasmBackend(options: WasmBackendOptions = {}): SandboxBackend {
  return createWorkerBackend(createWasmEngine(), options);
}
