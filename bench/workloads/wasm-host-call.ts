import { reactorHost, reactorId } from "../guests/reactor-host.ts";
import { sideBySide } from "../measure/side-by-side.ts";
import { figure } from "../measure/statistics.ts";
import { type Workload, target } from "../measure/workload.ts";
import { BareWorker } from "../peers/bare-worker.ts";

const ROUNDS = 60;
const CALLS = 300;
const request = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "kv/get", params: { key: "last-run" } });

/** `kv/get` of a WebAssembly guest, judged and journaled, against a bare postMessage and `Atomics.wait`. */
export const workload: Workload = {
  summary: "kv/get of a WASM guest, judge and journal on",
  async run(progress) {
    const bare = await BareWorker.start();
    const host = await reactorHost();
    progress(`${ROUNDS} rounds of ${CALLS} calls each`);
    const ask = async (): Promise<readonly number[]> => (await host.callTool(reactorId, "ask", { times: CALLS })) as readonly number[];
    const contenders = { bare: () => bare.blockingRoundTrips(CALLS, request), ambit: ask };
    await sideBySide(contenders, 10);
    const run = await sideBySide(contenders, ROUNDS);
    await Promise.all([bare.stop(), host.close()]);
    return {
      figures: [figure("bare postMessage + Atomics.wait", "us", run.samples.bare), figure("kv/get of a WASM guest", "us", run.samples.ambit)],
      targets: [target("WASM host call / bare round trip", run.ratio("ambit", "bare"), 1.5)],
    };
  },
};
