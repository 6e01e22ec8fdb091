import type { SandboxBackend } from "@ambit/api-types";
import { plainBackend, plainSpec } from "../guests/plain-sandbox.ts";
import { figure, quantile } from "../measure/statistics.ts";
import { type Workload, target } from "../measure/workload.ts";

const KILLS = 200;
const CALL_SECONDS = 0.1;

/** How long after its deadline a loop is ended, its thread included. */
export const workload: Workload = {
  summary: "an endless loop, from its deadline until its thread is gone",
  async run(progress) {
    progress(`${KILLS} loops, each ended after ${CALL_SECONDS} s`);
    const backend = plainBackend();
    const late: number[] = [];
    for (let i = 0; i < KILLS; i++) late.push(await millisPastDeadline(backend));
    await backend.close();
    return {
      figures: [figure("loop ended after its deadline", "ms", late)],
      targets: [target("milliseconds past the deadline, 99th percentile", quantile(late, 0.99), 25)],
    };
  },
};

async function millisPastDeadline(backend: SandboxBackend): Promise<number> {
  const sandbox = await backend.create(plainSpec({ callSeconds: CALL_SECONDS }));
  const start = performance.now();
  const ended = await sandbox.call("loop", null).then(
    () => new Error("The loop answered."),
    (error: unknown) => error,
  );
  const { kind } = await sandbox.exited;
  if (kind !== "killed") throw new Error(`The loop was not killed but ${kind}.`, { cause: ended });
  return performance.now() - start - CALL_SECONDS * 1000;
}
