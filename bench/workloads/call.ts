import { plainBackend, plainSpec } from "../guests/plain-sandbox.ts";
import { sideBySide } from "../measure/side-by-side.ts";
import { figure } from "../measure/statistics.ts";
import { timed } from "../measure/timed.ts";
import { type Workload, target } from "../measure/workload.ts";
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
    await sideBySide(contenders, 10);
    const run = await sideBySide(contenders, ROUNDS);
    await Promise.all([bare.stop(), sandbox.dispose(), backend.close()]);
    return {
      figures: [figure("bare worker_threads round trip", "us", run.samples.bare), figure("call into a plain guest", "us", run.samples.ambit)],
      targets: [target("call / bare round trip", run.ratio("ambit", "bare"), 1.5)],
    };
  },
};
