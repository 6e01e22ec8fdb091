import type { ToolDeclaration } from "@ambit/api-types";
import { lstatSync } from "node:fs";
import { extname, join } from "node:path";
import type { Confiner } from "../confine/confiner.ts";
import type { ScriptPlugin } from "./script-plugin.ts";
import type { ScriptLanguage } from "./script-runtime.ts";
import { ScriptTool } from "./script-tool.ts";
import type { ToolNames } from "./tool-names.ts";

/** Script tools of one plugin, and why others of its tools are left out. */
export interface ScriptTools {
  readonly tools: readonly ScriptTool[];
  /** One sentence each. */
  readonly problems: readonly string[];
}

/** What script tools are run with. */
export interface ScriptLanguages {
  readonly confiner: Confiner;
  readonly languages: readonly ScriptLanguage[];
  readonly names: ToolNames;
}

/** Makes the tools that a plugin's scripts handle. One whose script is missing, or in a language that nobody runs here, is left out. */
export function loadScriptTools(plugin: ScriptPlugin, declarations: readonly ToolDeclaration[], host: ScriptLanguages): ScriptTools {
  const tools: ScriptTool[] = [];
  const problems: string[] = [];
  for (const declaration of declarations) {
    const { script, name } = declaration;
    if (script === undefined) continue;
    const language = host.languages.find(({ extensions }) => extensions.includes(extname(script)));
    const problem = scriptProblem(plugin.bundleDir, script, language, host.languages);
    if (problem !== undefined || language === undefined) problems.push(`The tool "${name}" is left out: ${problem ?? ""}`);
    else tools.push(new ScriptTool(host.names.claim(plugin.id, name), plugin, { ...declaration, script }, language, host.confiner));
  }
  return { tools, problems };
}

function scriptProblem(bundleDir: string, script: string, language: ScriptLanguage | undefined, languages: readonly ScriptLanguage[]): string | undefined {
  if (script.startsWith("/") || script.split("/").includes("..")) return `${script} is not inside the plugin.`;
  if (lstatSync(join(bundleDir, script), { throwIfNoEntry: false })?.isFile() !== true) return `${script} is missing.`;
  if (language === undefined) return `${script} is in none of the languages that are run here (${languages.flatMap(({ extensions }) => extensions).join(", ")}).`;
  return undefined;
}
