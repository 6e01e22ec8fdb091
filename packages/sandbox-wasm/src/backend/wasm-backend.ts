import type { SandboxBackend } from "@ambit/api-types";
import { createWorkerBackend, type WorkerBackendOptions } from "@ambit/worker-host";
import { createWasmEngine, type WasmEngineOptions } from "./wasm-engine.ts";

/** How the WebAssembly backend runs. */
export type WasmBackendOptions = WorkerBackendOptions & WasmEngineOptions;

/** Makes the backend for `run.wasm`: WASI preview1 core modules and, where enabled, components, each in a worker of its own, under a policy. */
export function wasmBackend({ components = false, ...options }: WasmBackendOptions = {}): SandboxBackend {
  return createWorkerBackend(createWasmEngine({ components }), options);
}
