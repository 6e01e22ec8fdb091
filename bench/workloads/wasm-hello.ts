import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { OutputBytes, Preview1Host, preview1ModuleName } from "@ambit/sandbox-wasm/preview1";
import { wasmSandbox } from "../guests/wasm-sandbox.ts";
import { sideBySide } from "../measure/side-by-side.ts";
import { figure } from "../measure/statistics.ts";
import { timed } from "../measure/timed.ts";
import { type Workload, target } from "../measure/workload.ts";
import { NodeWasi } from "../peers/node-wasi.ts";

const ROUNDS = 40;
const RUNS = 100;
const hello = fileURLToPath(new URL("../../packages/sandbox-wasm/fixtures/hello/hello.wasm", import.meta.url));

interface Engine {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: { readonly memory: Parameters<Preview1Host["attach"]>[0]; _start(): void } };
}

const { Module, Instance } = (globalThis as unknown as { readonly WebAssembly: Engine }).WebAssembly;

/** A command that prints a line, run anew each time: the host alone, then through the worker with all that belongs to a sandbox. */
export const workload: Workload = {
  summary: "host, instance, start and end of a command on a module that is compiled already",
  async run(progress) {
    const sandbox = await wasmSandbox(hello);
    const peer = new NodeWasi(hello);
    const module = new Module(readFileSync(hello));
    progress(`${ROUNDS} rounds of ${RUNS} runs each`);
    const contenders = {
      node: () => timed(RUNS, async () => peer.run()),
      host: () => timed(RUNS, async () => runOnHost(module)),
      ambit: () => timed(RUNS, () => sandbox.call("tool/call", { tool: "run", arguments: {} })),
    };
    await sideBySide(contenders, 5);
    const run = await sideBySide(contenders, ROUNDS);
    await sandbox.dispose();
    peer.close();
    return {
      figures: [figure("hello on node:wasi, in this thread", "us", run.samples.node), figure("hello on the preview1 host, in this thread", "us", run.samples.host), figure("hello in its sandbox, through the worker", "us", run.samples.ambit)],
      targets: [target("hello / node:wasi", run.ratio("host", "node"), 1 / 10)],
    };
  },
};

/** A host, an instance, its start, and the end. */
function runOnHost(module: object): void {
  using host = new Preview1Host({ stdout: new OutputBytes(65_536) });
  const { exports } = new Instance(module, { [preview1ModuleName]: host.functions });
  host.attach(exports.memory);
  host.run(() => exports._start());
}
