import type { Availability, BackendSupport, BundleToPrepare, Sandbox, SandboxBackend, SandboxSpec } from "@ambit/api-types";
import { createWorkerBackend, type WorkerBackendOptions } from "@ambit/worker-host";
import type { WasmImage } from "../guest/module-form.ts";
import { createWasmEngine, type WasmEngine, type WasmEngineOptions } from "./wasm-engine.ts";

/** How the WebAssembly backend runs. */
export type WasmBackendOptions = WorkerBackendOptions & WasmEngineOptions;

/** Makes the backend for `run.wasm`: WASI preview1 core modules and, where enabled, components, each in a worker of its own, under a policy. */
export function wasmBackend({ components = false, suspend, ...options }: WasmBackendOptions = {}): SandboxBackend {
  return new WasmBackend(createWasmEngine({ components, ...(suspend !== undefined && { suspend }) }), options);
}

/**
 * Two kinds of workers on one engine: those that sleep between messages, which is faster, and those that stay awake, which a
 * module needs that is suspended while it waits for its host. The second kind is made when the first such module comes.
 */
class WasmBackend implements SandboxBackend {
  readonly specificationVersion = 1;
  readonly name: string;
  readonly supports: BackendSupport;
  readonly #engine: WasmEngine;
  readonly #options: WorkerBackendOptions;
  readonly #sleeping: SandboxBackend;
  #awake: SandboxBackend | undefined;

  constructor(engine: WasmEngine, options: WorkerBackendOptions) {
    this.name = engine.name;
    this.supports = engine.supports;
    this.#engine = engine;
    this.#options = options;
    this.#sleeping = createWorkerBackend(engine, options);
  }

  isAvailable(): Promise<Availability> {
    return this.#engine.isAvailable();
  }

  prepare(bundle: BundleToPrepare): Promise<void> {
    return this.#engine.install(bundle);
  }

  async create(spec: SandboxSpec): Promise<Sandbox> {
    if (!(await this.#suspends(spec))) return this.#sleeping.create(spec);
    this.#awake ??= createWorkerBackend({ ...this.#engine, sleepsBetweenMessages: false }, this.#options);
    return this.#awake.create(spec);
  }

  async close(): Promise<void> {
    await Promise.all([this.#sleeping.close(), this.#awake?.close()]);
  }

  /** Whether a module waits for calls that it began. What cannot be prepared is refused where it is created, with all checks in order. */
  async #suspends({ run, ...spec }: SandboxSpec): Promise<boolean> {
    if (!("wasm" in run) || run.abi !== "preview1") return false;
    try {
      // Kept by the engine, so that it is made once.
      const image = (await this.#engine.prepare({ run, ...spec })) as WasmImage;
      return image.suspends === true;
    } catch {
      return false;
    }
  }
}
