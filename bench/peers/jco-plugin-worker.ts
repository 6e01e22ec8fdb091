/** Runs a component of `ambit:plugin` on jco and preview2-shim in a worker: instantiates it, then calls the tool that each message names. */
import { parentPort, workerData } from "node:worker_threads";
import { WASIShim } from "@bytecodealliance/preview2-shim/instantiation";

/** What the worker is given: the files that jco has made of the component. */
interface JcoBoot {
  readonly files: readonly (readonly [string, Uint8Array])[];
}

interface Guest {
  toolCall(params: { readonly tool: string; readonly arguments: string }): string;
}

const { Module, Instance } = (globalThis as unknown as { readonly WebAssembly: { readonly Module: new (bytes: Uint8Array) => object; readonly Instance: new (module: object, imports: object) => object } }).WebAssembly;
const { files } = workerData as JcoBoot;
const modules = new Map(files.filter(([name]) => name.endsWith(".wasm")).map(([name, bytes]) => [name, new Module(bytes)]));
const glue = files.find(([name]) => name.endsWith(".js"))?.[1] ?? new Uint8Array();
const { instantiate } = (await import(`data:text/javascript;base64,${Buffer.from(glue).toString("base64")}`)) as {
  readonly instantiate: (core: (name: string) => object | undefined, imports: object, make: (module: object, imports: object) => object) => Readonly<Record<string, Guest>>;
};
const stored = new Map<string, string>();
const plugin = {
  "ambit:plugin/types": {},
  "ambit:plugin/fs": { read: () => ({ data: "", eof: true }) },
  "ambit:plugin/kv": {
    get: ({ key }: { readonly key: string }) => ({ found: stored.has(key), value: stored.get(key) ?? "null" }),
    set: ({ key, value }: { readonly key: string; readonly value: string }) => void stored.set(key, value),
  },
};
const exports = instantiate((name) => modules.get(name), { ...new WASIShim().getImportObject(), ...plugin }, (module, imports) => new Instance(module, imports));
const guest = Object.entries(exports).find(([name]) => name.startsWith("ambit:plugin/guest"))?.[1];
parentPort?.on("message", (tool: string) => parentPort?.postMessage(guest?.toolCall({ tool, arguments: "{}" })));
parentPort?.postMessage("ready");
