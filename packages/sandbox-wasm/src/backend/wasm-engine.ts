import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { AmbitError, type BackendSupport, type BundleToPrepare, limitNames, type SandboxSpec } from "@ambit/api-types";
import type { GuestEngine } from "@ambit/worker-host";
import { ModuleCache } from "./module-cache.ts";
import { installComponent, prepareComponent } from "../component/prepare-component.ts";
import { TranslationCache } from "../component/translation-cache.ts";
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

/** How components are run. */
export interface ComponentOptions {
  /** Folder of the host's own where translated components are kept by their digest, absolute; in memory alone where absent. */
  readonly cacheFolder?: string;
}

/** How the engine runs. */
export interface WasmEngineOptions {
  /** Whether and how components are run, which needs the optional peers that translate them. Default false. */
  readonly components?: boolean | ComponentOptions;
  /**
   * Whether modules are suspended while they wait for calls that they began, where the engine can; default true. `always` runs
   * every module so that it could be, which is slower: for tests.
   */
  readonly suspend?: boolean | "always";
}

/** The engine, and what it does once for a bundle. */
export interface WasmEngine extends GuestEngine {
  /** Translates a component where translations are kept; does nothing for a module. @throws AmbitError why it can't be run. */
  install(bundle: BundleToPrepare): Promise<void>;
}

/** The engine for `run.wasm`: modules and components are checked, bounded and compiled on the host, once per bundle and memory limit. */
export function createWasmEngine({ components = false, suspend = true }: WasmEngineOptions = {}): WasmEngine {
  const cache = new ModuleCache();
  const translations = new TranslationCache(typeof components === "object" ? components.cacheFolder : undefined);
  return {
    name: "wasm",
    supports: components !== false ? { ...wasmSupport, runs: [...wasmSupport.runs, "wasm:component"] } : wasmSupport,
    // A module or component has run to its end when a message has been received, unless it is one that is suspended.
    sleepsBetweenMessages: true,
    // Resolved through the package's own exports, which name the source or the built file as the process runs on one or the other.
    guestModule: pathToFileURL(createRequire(import.meta.url).resolve("@ambit/sandbox-wasm/guest")),
    isAvailable: () => Promise.resolve({ available: true }),
    install: async ({ run, bundleDir }) => {
      if ("wasm" in run && run.abi === "component" && translations.keeps) await installComponent(await readModuleFile(bundleDir, run.wasm), translations);
    },
    prepare: (spec) => prepare(spec, { cache, translations, suspend }),
    close: async () => cache.clear(),
  };
}

/** What the images of one engine are made with. */
interface Workshop {
  readonly cache: ModuleCache;
  readonly translations: TranslationCache;
  readonly suspend: boolean | "always";
}

function prepare(spec: SandboxSpec, { cache, translations, suspend }: Workshop): Promise<unknown> {
  const { run, bundleDir, bundleDigest, policy } = spec;
  if (!("wasm" in run)) throw new AmbitError("BACKEND_UNAVAILABLE", "The wasm backend runs no JavaScript.");
  const { memoryMb } = policy.limits;
  const { abi, instances = "shared" } = run;
  return cache.take(`${bundleDigest}/${memoryMb}/${abi}/${instances}/${run.wasm}`, async () => {
    const bytes = await readModuleFile(bundleDir, run.wasm);
    return abi === "component" ? prepareComponent(bytes, memoryMb, translations) : prepareModule(bytes, memoryMb, { instances, suspend });
  });
}
