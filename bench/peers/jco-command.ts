/** Runs a component on jco and preview2-shim, as its own documentation says: `node jco-command.ts <component> <folder seen as /workspace>`. */
import { readFileSync } from "node:fs";
import { $init, generate } from "@bytecodealliance/jco-transpile/component";
import { WASIShim } from "@bytecodealliance/preview2-shim/instantiation";

const [component = "", folder = ""] = process.argv.slice(2);
await $init;
const { files } = generate(readFileSync(component), { name: "component", instantiation: { tag: "sync" }, map: [], noTypescript: true, noNodejsCompat: true, tlaCompat: false, base64Cutoff: 0, noNamespacedExports: true });
const { Module, Instance } = (globalThis as unknown as { readonly WebAssembly: { readonly Module: new (bytes: Uint8Array) => object; readonly Instance: new (module: object, imports: object) => object } }).WebAssembly;
const modules = new Map(files.filter(([name]) => name.endsWith(".wasm")).map(([name, bytes]) => [name, new Module(bytes)]));
const glue = files.find(([name]) => name.endsWith(".js"))?.[1] ?? new Uint8Array();
const { instantiate } = (await import(`data:text/javascript;base64,${Buffer.from(glue).toString("base64")}`)) as {
  readonly instantiate: (core: (name: string) => object | undefined, imports: object, make: (module: object, imports: object) => object) => { readonly run: { run(): void } };
};
const shim = new WASIShim({ sandbox: { preopens: { "/workspace": folder } } });
instantiate((name) => modules.get(name), shim.getImportObject(), (module, imports) => new Instance(module, imports)).run.run();
// Its worker for input and output would keep the process alive.
process.exit(0);
