import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { sideBySide } from "../measure/side-by-side.ts";
import { figure } from "../measure/statistics.ts";
import { type Workload, target } from "../measure/workload.ts";

const ROUNDS = 5;
const probe = fileURLToPath(new URL("../peers/memory-probe.ts", import.meta.url));

/** The memory of an idle instance against that of a bare worker. */
export const workload: Workload = {
  summary: "resident memory of one idle instance, over 20 in a fresh process",
  async run(progress) {
    progress(`${ROUNDS} processes of each kind`);
    const run = await sideBySide({ bare: () => megabytes("bare"), ambit: () => megabytes("ambit") }, ROUNDS);
    return {
      figures: [figure("bare worker", "MB", run.samples.bare), figure("idle instance of a plain guest", "MB", run.samples.ambit)],
      targets: [target("idle instance / bare worker", run.ratio("ambit", "bare"), 1.3)],
    };
  },
};

async function megabytes(kind: "bare" | "ambit"): Promise<readonly number[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [probe, kind]);
  return [Number(stdout)];
}
