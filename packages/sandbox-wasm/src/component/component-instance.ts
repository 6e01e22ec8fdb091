import { AmbitError, type GuestPort, type Limits } from "@ambit/api-types/guest";
import { webAssembly, type WasmImports, type WasmInstance, type WasmMemory, type WasmModule } from "../engine/web-assembly.ts";
import type { OpenPreopens } from "../guest/open-preopens.ts";
import { errorOfThrown } from "../preview1/host/error-of-thrown.ts";
import { HostState } from "../preview1/host/host-state.ts";
import type { RunOutcome } from "../preview1/host/preview1-host.ts";
import type { InputStream, OutputStream } from "../preview1/stream/streams.ts";
import { OpenHandles } from "../preview2/open-handles.ts";
import { offeredInterfaces } from "../preview2/offered-interfaces.ts";
import type { ComponentParts } from "./load-component.ts";

/** What one instance is given. */
export interface InstanceGifts {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly limits: Limits;
}

/** The functions of the interface by which a component takes calls. */
export type EntryFunctions = Readonly<Record<string, ((...values: unknown[]) => unknown) | undefined>>;

/** One instance of a component with interfaces of its own. */
export class ComponentInstance {
  readonly #state: HostState;
  readonly #handles: OpenHandles = new OpenHandles();
  readonly #folders: OpenPreopens;
  readonly #seconds: number;
  readonly #memories: WasmMemory[] = [];
  readonly #entry: EntryFunctions;

  /** @throws AmbitError `SAND_WASM_INSTANTIATION_FAILED` where a core module cannot be instantiated, or its start traps. */
  constructor(parts: ComponentParts, port: GuestPort, folders: OpenPreopens, { limits, ...gifts }: InstanceGifts) {
    this.#state = new HostState(gifts.args, []);
    this.#folders = folders;
    this.#seconds = limits.callSeconds;
    const offered = offeredInterfaces(parts.frame, { ...gifts, state: this.#state, port, preopens: folders.preopens, handles: this.#handles, memoryBytes: limits.memoryMb * 1_048_576 });
    this.#entry = this.#instantiate(parts, offered);
  }

  get memoryBytes(): number {
    return this.#memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
  }

  /** Calls into the component, until it is over or its time is. */
  run(call: (entry: EntryFunctions) => unknown): RunOutcome {
    if (this.#state.ended !== undefined) return this.#state.ended;
    this.#state.deadline = performance.now() + this.#seconds * 1000;
    try {
      return { kind: "returned", value: call(this.#entry) };
    } catch (thrown) {
      return this.#outcomeOf(thrown);
    }
  }

  close(): void {
    this.#handles.closeAll();
    this.#state.release();
    // What an operation that was cut short has left open.
    for (const { directory } of this.#folders.preopens) directory.settle();
  }

  #outcomeOf(thrown: unknown): RunOutcome {
    if (this.#state.ended !== undefined) return this.#state.ended;
    // What a component returns as an error is thrown by the glue, with the error as its payload; the instance is none the worse.
    if (thrown instanceof Error && Object.hasOwn(thrown, "payload")) return { kind: "exit", code: 1 };
    const end = { kind: "error", error: errorOfThrown(thrown) } as const;
    this.#state.fail(end);
    return end;
  }

  #instantiate(parts: ComponentParts, offered: Readonly<Record<string, unknown>>): EntryFunctions {
    const begun = new Set<WasmModule>();
    const instantiateCore = (module: WasmModule, imports: WasmImports): WasmInstance => {
      // A module that is instantiated twice would have its memory twice.
      if (begun.has(module)) throw new AmbitError("SAND_WASM_MEMORY_REFUSED", "The component instantiates one of its core modules twice.");
      begun.add(module);
      const instance = new webAssembly.Instance(module, imports);
      for (const value of Object.values(instance.exports)) if (value instanceof webAssembly.Memory && !this.#memories.includes(value)) this.#memories.push(value);
      return instance;
    };
    try {
      const exports = parts.instantiate((name) => parts.modules.get(name), offered, instantiateCore);
      return exports[parts.entry] ?? {};
    } catch (cause) {
      if (AmbitError.isInstance(cause)) throw cause;
      throw new AmbitError("SAND_WASM_INSTANTIATION_FAILED", "The component could not be instantiated: its imports or a start function failed.", { cause });
    }
  }
}
