import { jsBackend } from "@ambit/sandbox-js";
import { createConfiner } from "@ambit/sandbox-process";
import { v8Backend } from "@ambit/sandbox-v8";
import { echoPlugin } from "../guests/js-sandbox.ts";
import { sideBySide } from "../measure/side-by-side.ts";
import { figure } from "../measure/statistics.ts";
import { timed } from "../measure/timed.ts";
import { type Workload, target } from "../measure/workload.ts";
import { BareWorker } from "../peers/bare-worker.ts";

const ROUNDS = 40;
const CALLS = 200;
const params = { tool: "echo", arguments: { text: "hello world" } };

/** A warm call into each of the JavaScript engines against a bare message round trip. */
export const workload: Workload = {
  summary: "a warm call into a JavaScript plugin, one at a time",
  async run(progress) {
    const bare = await BareWorker.start();
    const confiner = createConfiner();
    const backends = { portable: jsBackend(), fast: v8Backend({ confiner }) };
    const plugin = echoPlugin();
    const [portable, fast] = [await backends.portable.create(plugin.spec), await backends.fast.create(plugin.spec)];
    const text = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tool/call", params });
    progress(`${ROUNDS} rounds of ${CALLS} calls each`);
    const contenders = {
      bare: () => timed(CALLS, () => bare.roundTrip(text)),
      portable: () => timed(CALLS, () => portable.call("tool/call", params)),
      fast: () => timed(CALLS, () => fast.call("tool/call", params)),
    };
    await sideBySide(contenders, 5);
    const run = await sideBySide(contenders, ROUNDS);
    await Promise.all([bare.stop(), portable.dispose(), fast.dispose()]);
    await Promise.all([backends.portable.close(), backends.fast.close()]);
    confiner.close();
    plugin.remove();
    return {
      figures: [figure("bare worker_threads round trip", "us", run.samples.bare), figure("call into QuickJS", "us", run.samples.portable), figure("call into V8 in a confined process", "us", run.samples.fast)],
      targets: [target("call into QuickJS / bare round trip", run.ratio("portable", "bare"), 1.6), target("call into V8 / bare round trip", run.ratio("fast", "bare"), 1.3)],
    };
  },
};
