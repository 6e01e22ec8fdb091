import { AmbitError, type GuestPort } from "@ambit/api-types/guest";
import { type WasmInstance, type WasmMemory, type WasmModule, webAssembly } from "../engine/web-assembly.ts";
import { Preview1Host, type Preview1Options, preview1ModuleName, type RunOutcome } from "../preview1/host/preview1-host.ts";
import { unwind } from "../preview1/proc/unwind.ts";
import { AmbitImport, doorFieldName, doorModuleNames } from "./ambit-import.ts";

/** One instance of a module with the host it talks to. */
export class GuestInstance {
  readonly #host: Preview1Host;
  readonly #instance: WasmInstance;
  readonly #memory: WasmMemory;

  /** @throws AmbitError `SAND_WASM_INSTANTIATION_FAILED` where the module exports no memory, or its start traps. */
  constructor(module: WasmModule, port: GuestPort, options: Preview1Options) {
    this.#host = new Preview1Host(options);
    const door = new AmbitImport(port, unwind);
    const doors = Object.fromEntries(doorModuleNames.map((name) => [name, { [doorFieldName]: door.call }]));
    this.#instance = instantiate(module, { [preview1ModuleName]: this.#host.functions as never, ...doors });
    this.#memory = memoryOf(this.#instance);
    this.#host.attach(this.#memory);
    door.attach(this.#memory);
  }

  get instance(): WasmInstance {
    return this.#instance;
  }

  get memory(): WasmMemory {
    return this.#memory;
  }

  /** Whether it has opened, closed and moved nothing. */
  get hasFirstDescriptors(): boolean {
    return this.#host.hasFirstDescriptors;
  }

  get memoryBytes(): number {
    return this.#memory.buffer.byteLength;
  }

  /** Calls an exported function without parameters, until it is over or its time is; one that is not exported has nothing to do. */
  run(exportName: string, seconds: number): RunOutcome {
    const code = this.#instance.exports[exportName];
    if (typeof code !== "function") return { kind: "returned", value: undefined };
    this.#host.deadline = performance.now() + seconds * 1000;
    return this.#host.run(code as () => unknown);
  }

  close(): void {
    this.#host.close();
  }
}

function instantiate(module: WasmModule, imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>): WasmInstance {
  try {
    return new webAssembly.Instance(module, imports);
  } catch (cause) {
    throw new AmbitError("SAND_WASM_INSTANTIATION_FAILED", "The module could not be instantiated: its imports or its start function failed.", { cause });
  }
}

function memoryOf(instance: WasmInstance): WasmMemory {
  const memory = instance.exports["memory"];
  if (memory instanceof webAssembly.Memory) return memory;
  throw new AmbitError("SAND_WASM_INSTANTIATION_FAILED", 'The module does not export its memory as "memory".');
}
