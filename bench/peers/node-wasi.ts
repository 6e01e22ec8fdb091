import { closeSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WASI } from "node:wasi";

/** The part of the engine that is used here; neither the language's library nor Node's types declare it. */
const { Module, Instance } = (globalThis as unknown as { readonly WebAssembly: { readonly Module: new (bytes: Uint8Array) => object; readonly Instance: new (module: object, imports: object) => object } }).WebAssembly;

/** A module run by Node's own WASI, compiled once; its output goes to a file, as it takes descriptors alone. */
export class NodeWasi {
  readonly #module: object;
  readonly #preopens: Readonly<Record<string, string>>;
  readonly #output = join(tmpdir(), `ambit-bench-${process.pid}-${Math.random()}`);
  readonly #descriptor: number;

  constructor(file: string, preopens: Readonly<Record<string, string>> = {}) {
    this.#module = new Module(readFileSync(file));
    this.#preopens = preopens;
    this.#descriptor = openSync(this.#output, "w");
  }

  /** A host, an instance, and its start. */
  run(): void {
    const wasi = new WASI({ version: "preview1", stdout: this.#descriptor, preopens: { ...this.#preopens } });
    wasi.start(new Instance(this.#module, wasi.getImportObject()));
  }

  /** What all runs have printed. */
  output(): string {
    return readFileSync(this.#output, "utf8");
  }

  close(): void {
    closeSync(this.#descriptor);
    rmSync(this.#output);
  }
}
