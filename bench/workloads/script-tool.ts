import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaultLimits } from "@ambit/api-types";
import { type Confiner, createConfiner, loadScriptTools, PythonLanguage, type ScriptLanguage, ToolNames, WarmPython } from "@ambit/sandbox-process";
import { type Contender, sideBySide } from "../measure/side-by-side.ts";
import { figure } from "../measure/statistics.ts";
import { timed } from "../measure/timed.ts";
import { target, type Workload } from "../measure/workload.ts";
import { bareSpawn } from "../peers/bare-spawn.ts";

const ROUNDS = 15;
const TIMES = 5;
/** The same interpreter for all; one that a version manager puts first on the search path could be another. */
const PYTHON = "/usr/bin/python3";
const SCRIPT = "tools/echo.py";
const CODE = "import json, sys\nprint(json.load(sys.stdin)['x'])\n";

/** A Python tool, with an interpreter of its own and in a warm one, beside the bare interpreter on the same script. */
export const workload: Workload = {
  summary: "one call of a Python tool",
  async run(progress) {
    const folder = mkdtempSync(join(tmpdir(), "ambit-bench-"));
    for (const name of ["plugin/tools", "workspace"]) mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, "plugin", SCRIPT), CODE);
    const confiner = createConfiner();
    const warm = new WarmPython({ confiner });
    progress(`${ROUNDS} rounds of ${TIMES} calls each`);
    try {
      const contenders = {
        bare: () => timed(TIMES, () => bareSpawn(PYTHON, [join(folder, "plugin", SCRIPT)], '{"x":1}')),
        cold: callsOf(folder, confiner, new PythonLanguage({ command: PYTHON })),
        warm: callsOf(folder, confiner, new PythonLanguage({ command: PYTHON, warm })),
      };
      await sideBySide(contenders, 3);
      const run = await sideBySide(contenders, ROUNDS);
      return {
        figures: [figure("python3 on the script", "us", run.samples.bare), figure("confined, cold", "us", run.samples.cold), figure("confined, warm", "us", run.samples.warm)],
        targets: [target("cold / bare python3", run.ratio("cold", "bare"), 1.4), target("warm / cold", run.ratio("warm", "cold"), 0.25)],
      };
    } finally {
      await warm.close();
      confiner.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function callsOf(folder: string, confiner: Confiner, language: ScriptLanguage): Contender {
  const plugin = { id: "bench", name: "Bench", bundleDir: join(folder, "plugin"), settings: {}, limits: defaultLimits };
  const { tools, problems } = loadScriptTools(plugin, [{ name: "echo", description: "Echoes.", script: SCRIPT }], { confiner, languages: [language], names: new ToolNames() });
  const [tool] = tools;
  if (tool === undefined) throw new Error(problems.join(" "));
  return () =>
    timed(TIMES, async () => {
      const { text } = await tool.run({ x: 1 }, { workspace: join(folder, "workspace") });
      if (text !== "1") throw new Error(`The tool says ${text}`);
    });
}
