import { type ConfinedSpec, createConfiner, runConfined } from "@ambit/sandbox-process";
import { sideBySide } from "../measure/side-by-side.ts";
import { figure } from "../measure/statistics.ts";
import { timed } from "../measure/timed.ts";
import { target, type Workload } from "../measure/workload.ts";
import { bareSpawn } from "../peers/bare-spawn.ts";

const ROUNDS = 20;
const TIMES = 10;
const PROGRAM = "/usr/bin/true";
const spec: ConfinedSpec = { program: PROGRAM, args: [], environment: {}, binds: [], limits: { seconds: 20, processes: 48, memoryMb: 256, tempBytes: 4_194_304 } };

/** A confined program from its start to its end, beside the same program without confinement. */
export const workload: Workload = {
  summary: "running a program that does nothing, confined",
  async run(progress) {
    const confiner = createConfiner();
    progress(`${ROUNDS} rounds of ${TIMES} runs each`);
    try {
      const contenders = { bare: () => timed(TIMES, () => bareSpawn(PROGRAM, [])), confined: () => timed(TIMES, () => runConfined(confiner, spec, { outputBytes: 1000 })) };
      await sideBySide(contenders, 2);
      const run = await sideBySide(contenders, ROUNDS);
      return {
        figures: [figure("a bare spawn", "us", run.samples.bare), figure("confined", "us", run.samples.confined)],
        targets: [target("confined / bare spawn", run.ratio("confined", "bare"), 4)],
      };
    } finally {
      confiner.close();
    }
  },
};
