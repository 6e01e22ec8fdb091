import { reactorHost, reactorId } from "../guests/reactor-host.ts";
import { figuresOf, onBothPlacements, targetsOf } from "../measure/on-both-placements.ts";
import { timed } from "../measure/timed.ts";
import type { Workload } from "../measure/workload.ts";
import { BareWorker } from "../peers/bare-worker.ts";

const ROUNDS = 60;
const CALLS = 300;

/** A warm tool call into a WebAssembly plugin through the whole host against a bare message round trip. */
export const workload: Workload = {
  summary: "a warm tool call host -> WASM plugin -> host, judge and journal on",
  async run(progress) {
    const bare = await BareWorker.start();
    const host = await reactorHost();
    const text = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tool/call", params: { tool: "echo", arguments: {} } });
    progress(`${ROUNDS} rounds of ${CALLS} calls each`);
    const contenders = {
      bare: () => timed(CALLS, () => bare.roundTrip(text)),
      ambit: () => timed(CALLS, () => host.callTool(reactorId, "echo", {})),
    };
    const runs = await onBothPlacements(contenders, ROUNDS);
    await Promise.all([bare.stop(), host.close()]);
    return {
      figures: figuresOf(runs, { bare: "bare worker_threads round trip", ambit: "tool call into a WASM plugin" }),
      targets: targetsOf(runs, "WASM tool call / bare round trip", "ambit", "bare", 1.5),
    };
  },
};
