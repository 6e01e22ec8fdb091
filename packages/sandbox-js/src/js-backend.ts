import type { SandboxBackend } from "@ambit/api-types";
import { createWorkerBackend, type WorkerBackendOptions } from "@ambit/worker-host";
import { quickjsEngine } from "./engine/quickjs-engine.ts";

/** How the JavaScript backend runs its workers. */
export type JsBackendOptions = WorkerBackendOptions;

/** Makes the backend for `run.js`: each plugin in a QuickJS instance of its own, in a worker of its own. Works on every platform. */
export function jsBackend(options: JsBackendOptions = {}): SandboxBackend {
  return createWorkerBackend(quickjsEngine(), options);
}
