import { ScriptRig } from "./testing/script-rig.ts";
import { createConfiner } from "./confine/confiner.ts";
import { PythonLanguage } from "./script-tool/python/python-language.ts";
import { WarmPython } from "./script-tool/python/warm-python.ts";
import { findPython } from "./script-tool/python/find-python.ts";
import { runConfined } from "./confine/run-confined.ts";
import { spawn } from "node:child_process";
import { join } from "node:path";
const N = Number(process.argv[2] ?? 50);
const command = process.argv[3] ?? "/usr/bin/python3";
const script = "import json, sys; args = json.load(sys.stdin); print(json.dumps({'text': 'hi %s' % args['a']}))";
const cold = new ScriptRig(), warmRig = new ScriptRig();
const warm = new WarmPython({ confiner: warmRig.confiner });
cold.languages.splice(0, 1, new PythonLanguage({ command })); warmRig.languages.splice(0, 1, new PythonLanguage({ command, warm }));
const coldTool = cold.tool(script), warmTool = warmRig.tool(script);
const root = createConfiner(), plain = createConfiner({ runAs: { uid: 1234, gid: 1234 }, cgroupFolder: "/nowhere" });
const limits = { seconds: 5, processes: 32, memoryMb: 128, tempBytes: 1e6 };
const spec = { program: "/usr/bin/true", args: [], environment: {}, binds: [], limits };
const bareRun = (p: string, a: string[], input?: string) => new Promise<void>((r) => { const c = spawn(p, a, { env: { LANG: "C.UTF-8", PATH: "/usr/bin:/bin" } }); c.stdout.resume(); c.stderr.resume(); c.stdin.end(input); c.on("close", () => r()); });
const V: Record<string, () => Promise<unknown>> = {
  "bare true": () => bareRun("/usr/bin/true", []),
  "confined true (root, cgroup)": () => runConfined(root, spec, { outputBytes: 1000 }),
  "confined true (plain user)": () => runConfined(plain, spec, { outputBytes: 1000 }),
  "bare python3 script": () => bareRun(command, [join(cold.bundleDir, "tools/main.py")], '{"a":1}'),
  "python tool cold": () => coldTool.run({ a: 1 }, { workspace: cold.workspace }),
  "python tool warm": () => warmTool.run({ a: 1 }, { workspace: warmRig.workspace }),
};
for (let i = 0; i < 30; i++) await warmTool.run({ a: 1 }, { workspace: warmRig.workspace });
const t: Record<string, number[]> = {}; for (const k in V) { t[k] = []; await V[k]!(); }
for (let i = 0; i < N; i++) for (const k in V) { const s = performance.now(); await V[k]!(); t[k]!.push(performance.now() - s); }
for (const k in t) { t[k]!.sort((a, b) => a - b); console.log(k.padEnd(30), "min", t[k]![0]!.toFixed(2), "p10", t[k]![N / 10 | 0]!.toFixed(2), "p50", t[k]![N >> 1]!.toFixed(2)); }
await warm.close(); cold.close(); warmRig.close(); process.exit(0);
