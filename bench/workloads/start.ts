import { setTimeout as pause } from "node:timers/promises";
import { plainBackend, plainSpec } from "../guests/plain-sandbox.ts";
import { sideBySide } from "../measure/side-by-side.ts";
import { figure } from "../measure/statistics.ts";
import { type Workload, target } from "../measure/workload.ts";
import { BareWorker } from "../peers/bare-worker.ts";

const ROUNDS = 40;
/** Long enough for the pool to open the next worker. */
const REFILL_MILLIS = 250;

/** A start from the warm pool against the start of a bare worker. */
export const workload: Workload = {
  summary: "an instance from the warm pool, until it has answered `initialize`",
  async run(progress) {
    const backend = plainBackend();
    await (await backend.create(plainSpec())).dispose();
    progress(`${ROUNDS} starts each`);
    const run = await sideBySide({ bare: startBare, ambit: () => startWarm(backend) }, ROUNDS);
    await backend.close();
    return {
      figures: [figure("start of a bare worker", "ms", run.samples.bare), figure("start from the warm pool", "ms", run.samples.ambit)],
      targets: [target("warm start / bare start", run.ratio("ambit", "bare"), 1 / 8)],
    };
  },
};

async function startBare(): Promise<readonly number[]> {
  const start = performance.now();
  const bare = await BareWorker.start();
  const millis = performance.now() - start;
  await bare.stop();
  return [millis];
}

async function startWarm(backend: ReturnType<typeof plainBackend>): Promise<readonly number[]> {
  await pause(REFILL_MILLIS);
  const start = performance.now();
  const sandbox = await backend.create(plainSpec());
  const millis = performance.now() - start;
  await sandbox.dispose();
  return [millis];
}
