import { join, resolve } from "node:path";
import type { SandboxBackend } from "@ambit/api-types";
import { jsBackend } from "@ambit/sandbox-js";
import type { Confiner } from "@ambit/sandbox-process";
import { processBackend } from "@ambit/sandbox-process/placement";
import { v8Backend } from "@ambit/sandbox-v8";
import { wasmBackend } from "@ambit/sandbox-wasm";

/**
 * The backends this command line runs plugins with: those in threads first, then those in confined processes. Components, once translated,
 * are kept in the data folder where there is one.
 */
export function allBackends(confiner: Confiner, dataDir?: string): readonly SandboxBackend[] {
  const components = dataDir === undefined ? true : { cacheFolder: join(resolve(dataDir), "components") };
  const inProcess = { confiner, from: import.meta.url };
  return [
    wasmBackend({ components }),
    jsBackend(),
    // A command runs one plugin and ends: a process kept ready would serve nobody.
    v8Backend({ confiner, warmProcesses: 0 }),
    processBackend({ ...inProcess, backend: wasmBackend({ components: true }), packageName: "@ambit/sandbox-wasm", factory: "wasmBackend", factoryOptions: { components: true, warmWorkers: 0 } }),
    processBackend({ ...inProcess, backend: jsBackend(), packageName: "@ambit/sandbox-js", factory: "jsBackend", factoryOptions: { warmWorkers: 0 } }),
  ];
}
