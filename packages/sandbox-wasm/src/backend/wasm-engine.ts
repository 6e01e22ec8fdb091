import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { AmbitError, type BackendSupport, limitNames, type SandboxSpec } from "@ambit/api-types";
import type { GuestEngine } from "@ambit/worker-host";
import { ModuleCache } from "./module-cache.ts";
import { prepareModule } from "./prepare-module.ts";
import { readModuleFile } from "./read-module-file.ts";

/** What this backend can do. */
const wasmSupport: BackendSupport = {
  runs: ["wasm:preview1"],
  limits: limitNames,
  preopens: true,
  concurrentHostCalls: true,
  keepsState: true,
};

/** The engine for `run.wasm`: modules are checked, bounded and compiled on the host, once per bundle and memory limit. */
export function createWasmEngine(): GuestEngine {
  const cache = new ModuleCache();
  return {
    name: "wasm",
    supports: wasmSupport,
    // A preview1 module has run to its end when a message has been received: it has no promises and no events.
    sleepsBetweenMessages: true,
    // Resolved through the package's own exports, which name the source or the built file as the process runs on one or the other.
    guestModule: pathToFileURL(createRequire(import.meta.url).resolve("@ambit/sandbox-wasm/guest")),
    isAvailable: () => Promise.resolve({ available: true }),
    prepare: (spec) => prepare(spec, cache),
    close: async () => cache.clear(),
  };
}

function prepare(spec: SandboxSpec, cache: ModuleCache): Promise<unknown> {
  const { run, bundleDir, bundleDigest, policy } = spec;
  if (!("wasm" in run)) throw new AmbitError("BACKEND_UNAVAILABLE", "The wasm backend runs no JavaScript.");
  if (run.abi === "component") throw new AmbitError("SAND_WASM_WASI_VERSION_UNSUPPORTED", "Components (WASI preview2) are not enabled on this host.");
  const { memoryMb } = policy.limits;
  const { instances = "shared" } = run;
  return cache.take(`${bundleDigest}/${memoryMb}/${instances}/${run.wasm}`, async () => prepareModule(await readModuleFile(bundleDir, run.wasm), memoryMb, instances));
}
