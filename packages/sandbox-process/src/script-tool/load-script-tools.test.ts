import { defaultLimits } from "@ambit/api-types";
import { afterAll, expect, test } from "vitest";
import { ScriptRig } from "../testing/script-rig.ts";
import { loadScriptTools } from "./load-script-tools.ts";
import { ToolNames } from "./tool-names.ts";

const rig = new ScriptRig();
afterAll(() => rig.close());

test("a tool keeps its name, or gets its plugin's before it; one that cannot run is left out and told", () => {
  rig.write("a.py", "");
  rig.write("b.rb", "");
  const plugin = { id: "rates", name: "Rates", bundleDir: rig.bundleDir, settings: {}, limits: defaultLimits };
  const declare = (name: string, script?: string): { name: string; description: string; script?: string } => ({ name, description: "", ...(script !== undefined && { script }) });
  const { tools, problems } = loadScriptTools(plugin, [declare("read", "a.py"), declare("convert", "a.py"), declare("gone", "gone.py"), declare("ruby", "b.rb"), declare("out", "../a.py"), declare("code")], { confiner: rig.confiner, languages: rig.languages, names: new ToolNames(["read"]) });
  expect(tools.map(({ name }) => name)).toEqual(["rates__read", "convert"]);
  expect(problems).toEqual([
    'The tool "gone" is left out: gone.py is missing.',
    'The tool "ruby" is left out: b.rb is in none of the languages that are run here (.py, .js, .mjs, .cjs).',
    'The tool "out" is left out: ../a.py is not inside the plugin.',
  ]);
});

test("access is execute and nobody is asked twice, where nothing is declared", () => {
  const plain = rig.tool("", {});
  expect([plain.access, plain.alwaysAsk, plain.title({})]).toEqual(["execute", false, "Used Rates: convert"]);
  const told = rig.tool("", { declaration: { access: "read", confirm: true, title: "Converted {amount}" } });
  expect([told.access, told.alwaysAsk, told.title({ amount: 5 }), told.title("x")]).toEqual(["read", true, "Converted 5", "Converted {amount}"]);
});
