import { setTimeout as pause } from "node:timers/promises";
import type { SandboxBackend, SandboxSpec } from "@ambit/api-types";
import { jsBackend } from "@ambit/sandbox-js";
import { createConfiner } from "@ambit/sandbox-process";
import { v8Backend } from "@ambit/sandbox-v8";
import { echoPlugin } from "../guests/js-sandbox.ts";
import { sideBySide } from "../measure/side-by-side.ts";
import { figure } from "../measure/statistics.ts";
import { type Workload, target } from "../measure/workload.ts";
import { startBareProcess } from "../peers/bare-process.ts";
import { BareWorker } from "../peers/bare-worker.ts";

const ROUNDS = 25;
/** Long enough for a pool to get the next one ready. */
const REFILL_MILLIS = 600;

/** A JavaScript plugin from each engine's warm pool against what a bare worker and a bare confined process take. */
export const workload: Workload = {
  summary: "a JavaScript plugin from the warm pool, until it has answered `initialize`",
  async run(progress) {
    const confiner = createConfiner();
    const backends = { portable: jsBackend(), fast: v8Backend({ confiner }) };
    const plugin = echoPlugin();
    for (const backend of Object.values(backends)) await (await backend.create(plugin.spec)).dispose();
    progress(`${ROUNDS} starts each`);
    const run = await sideBySide(
      {
        worker: startBareWorker,
        portable: () => startWarm(backends.portable, plugin.spec),
        process: async () => [await startBareProcess(confiner)],
        fast: () => startWarm(backends.fast, plugin.spec),
      },
      ROUNDS,
    );
    await Promise.all(Object.values(backends).map((backend) => backend.close()));
    confiner.close();
    plugin.remove();
    return {
      figures: [
        figure("start of a bare worker", "ms", run.samples.worker),
        figure("QuickJS plugin from the warm pool", "ms", run.samples.portable),
        figure("start of a bare confined process of Node", "ms", run.samples.process),
        figure("V8 plugin from the warm pool of confined processes", "ms", run.samples.fast),
      ],
      targets: [target("QuickJS warm start / bare worker", run.ratio("portable", "worker"), 1 / 3), target("V8 warm start / bare confined process", run.ratio("fast", "process"), 1 / 5)],
    };
  },
};

async function startBareWorker(): Promise<readonly number[]> {
  const start = performance.now();
  const bare = await BareWorker.start();
  const millis = performance.now() - start;
  await bare.stop();
  return [millis];
}

async function startWarm(backend: SandboxBackend, spec: SandboxSpec): Promise<readonly number[]> {
  await pause(REFILL_MILLIS);
  const start = performance.now();
  const sandbox = await backend.create(spec);
  const millis = performance.now() - start;
  await sandbox.dispose();
  return [millis];
}
