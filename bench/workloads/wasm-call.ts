import { reactorHost, reactorId } from "../guests/reactor-host.ts";
import { sideBySide } from "../measure/side-by-side.ts";
import { figure } from "../measure/statistics.ts";
import { timed } from "../measure/timed.ts";
import { type Workload, target } from "../measure/workload.ts";
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
    await sideBySide(contenders, 10);
    const run = await sideBySide(contenders, ROUNDS);
    await Promise.all([bare.stop(), host.close()]);
    return {
      figures: [figure("bare worker_threads round trip", "us", run.samples.bare), figure("tool call into a WASM plugin", "us", run.samples.ambit)],
      targets: [target("WASM tool call / bare round trip", run.ratio("ambit", "bare"), 1.5)],
    };
  },
};
