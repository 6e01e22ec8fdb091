import { plainBackend, plainSpec } from "../guests/plain-sandbox.ts";
import { figuresOf, onBothPlacements, targetsOf } from "../measure/on-both-placements.ts";
import { timed } from "../measure/timed.ts";
import type { Workload } from "../measure/workload.ts";
import { BareWorker } from "../peers/bare-worker.ts";

const ROUNDS = 60;
const CALLS = 300;
const params = { tool: "echo", arguments: { text: "hello world" } };

/** A warm call into a plain guest against a bare message round trip. */
export const workload: Workload = {
  summary: "a warm call host -> guest -> host, one at a time",
  async run(progress) {
    const bare = await BareWorker.start();
    const backend = plainBackend();
    const sandbox = await backend.create(plainSpec());
    const text = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tool/call", params });
    progress(`${ROUNDS} rounds of ${CALLS} calls each`);
    const contenders = {
      bare: () => timed(CALLS, () => bare.roundTrip(text)),
      ambit: () => timed(CALLS, () => sandbox.call("tool/call", params)),
    };
    const runs = await onBothPlacements(contenders, ROUNDS);
    await Promise.all([bare.stop(), sandbox.dispose(), backend.close()]);
    return {
      figures: figuresOf(runs, { bare: "bare worker_threads round trip", ambit: "call into a plain guest" }),
      targets: targetsOf(runs, "call / bare round trip", "ambit", "bare", 1.5),
    };
  },
};
