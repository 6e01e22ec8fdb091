import { reactorHost, reactorId } from "../guests/reactor-host.ts";
import { figuresOf, onBothPlacements, targetsOf } from "../measure/on-both-placements.ts";
import type { Workload } from "../measure/workload.ts";
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
    const runs = await onBothPlacements(contenders, ROUNDS);
    await Promise.all([bare.stop(), host.close()]);
    return {
      figures: figuresOf(runs, { bare: "bare postMessage + Atomics.wait", ambit: "kv/get of a WASM guest" }),
      targets: targetsOf(runs, "WASM host call / bare round trip", "ambit", "bare", 1.5),
    };
  },
};
