import { plainBackend, plainSpec } from "../guests/plain-sandbox.ts";
import { sideBySide } from "../measure/side-by-side.ts";
import { figure } from "../measure/statistics.ts";
import { type Workload, target } from "../measure/workload.ts";
import { BareWorker } from "../peers/bare-worker.ts";

const ROUNDS = 60;
const IN_FLIGHT = 64;
const WAVES = 20;
const params = { tool: "echo", arguments: { text: "hello world" } };

/** Many calls at once into a plain guest against as many messages of a bare worker. */
export const workload: Workload = {
  summary: `calls with ${IN_FLIGHT} in flight, microseconds a call`,
  async run(progress) {
    const bare = await BareWorker.start();
    const backend = plainBackend();
    const sandbox = await backend.create(plainSpec());
    const text = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tool/call", params });
    progress(`${ROUNDS} rounds of ${IN_FLIGHT * WAVES} calls each`);
    const contenders = {
      bare: () => inWaves(() => bare.burst(text, IN_FLIGHT)),
      ambit: () => inWaves(() => Promise.all(Array.from({ length: IN_FLIGHT }, () => sandbox.call("tool/call", params)))),
    };
    await sideBySide(contenders, 10);
    const run = await sideBySide(contenders, ROUNDS);
    await Promise.all([bare.stop(), sandbox.dispose(), backend.close()]);
    return {
      figures: [figure("bare worker_threads messages", "us", run.samples.bare), figure("calls into a plain guest", "us", run.samples.ambit)],
      targets: [target("time a call / bare message, many in flight", run.ratio("ambit", "bare"), 1 / 0.6)],
    };
  },
};

async function inWaves(wave: () => Promise<unknown>): Promise<readonly number[]> {
  const samples: number[] = [];
  for (let i = 0; i < WAVES; i++) {
    const start = performance.now();
    await wave();
    samples.push(((performance.now() - start) * 1000) / IN_FLIGHT);
  }
  return samples;
}
