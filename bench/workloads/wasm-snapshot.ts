import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { wasmSandbox } from "../guests/wasm-sandbox.ts";
import { sideBySide } from "../measure/side-by-side.ts";
import { figure } from "../measure/statistics.ts";
import { timed } from "../measure/timed.ts";
import { type Workload, target } from "../measure/workload.ts";

const ROUNDS = 20;
const file = fileURLToPath(new URL("../guests/slow-start/slow-start.wasm", import.meta.url));

interface Engine {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: { _initialize(): void } };
}

/** A call into a pristine instance that is restored from a snapshot against the initialisation it saves. */
export const workload: Workload = {
  summary: "a call with an instance of its own, of a reactor that takes some 50 ms to initialise",
  async run(progress) {
    const perCall = await wasmSandbox(file, { run: { instances: "per-call" } });
    const { Module, Instance } = (globalThis as unknown as { readonly WebAssembly: Engine }).WebAssembly;
    const module = new Module(readFileSync(file));
    const nothing = new Proxy({}, { get: () => () => 0 });
    const initialise = async (): Promise<void> => new Instance(module, { wasi_snapshot_preview1: nothing }).exports._initialize();
    progress(`${ROUNDS} rounds`);
    const contenders = { initialise: () => timed(3, initialise), restore: () => timed(20, () => perCall.call("tool/call", { tool: "any", arguments: {} })) };
    await sideBySide(contenders, 3);
    const run = await sideBySide(contenders, ROUNDS);
    await perCall.dispose();
    return {
      figures: [figure("_initialize", "us", run.samples.initialise), figure("call with a restored instance, through the worker", "us", run.samples.restore)],
      targets: [target("restored call / _initialize", run.ratio("restore", "initialise"), 1 / 20)],
    };
  },
};
