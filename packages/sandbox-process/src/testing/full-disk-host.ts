/**
 * A host whose workspace is on a small disk: runs a script that fills it, then one that reads what was there before.
 *
 * @packageDocumentation
 */
import { defaultLimits } from "@ambit/api-types";
import { mkdirSync, writeFileSync } from "node:fs";
import { createConfiner } from "../confine/confiner.ts";
import { loadScriptTools } from "../script-tool/load-script-tools.ts";
import { PythonLanguage } from "../script-tool/python/python-language.ts";
import { ToolNames } from "../script-tool/tool-names.ts";

const [bundleDir, workspace] = ["/mnt/plugin", "/mnt/workspace"];
for (const folder of [bundleDir, workspace]) mkdirSync(folder);
writeFileSync(`${workspace}/kept.txt`, "still here");
writeFileSync(`${bundleDir}/fill.py`, "open('big', 'wb').write(b'x' * 4_000_000)");
writeFileSync(`${bundleDir}/read.py`, "print(open('kept.txt').read())");

const confiner = createConfiner();
const plugin = { id: "p", name: "P", bundleDir, settings: {}, limits: defaultLimits };
const declarations = ["fill", "read"].map((name) => ({ name, description: "", script: `${name}.py` }));
const { tools } = loadScriptTools(plugin, declarations, { confiner, languages: [new PythonLanguage()], names: new ToolNames() });
const results: unknown[] = [];
for (const tool of tools) results.push(await tool.run({}, { workspace }));
process.stdout.write(JSON.stringify(results));
confiner.close();
