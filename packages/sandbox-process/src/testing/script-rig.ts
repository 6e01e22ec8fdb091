import { type JsonValue, type Limits, type ToolDeclaration, defaultLimits } from "@ambit/api-types";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Confiner, type ConfinerOptions, createConfiner } from "../confine/confiner.ts";
import { loadScriptTools } from "../script-tool/load-script-tools.ts";
import { nodeLanguage } from "../script-tool/node-language.ts";
import { PythonLanguage } from "../script-tool/python/python-language.ts";
import type { ScriptLanguage } from "../script-tool/script-runtime.ts";
import type { ScriptPlugin } from "../script-tool/script-plugin.ts";
import type { ScriptResult, ScriptTool } from "../script-tool/script-tool.ts";
import { ToolNames } from "../script-tool/tool-names.ts";

/** A plugin of script tools with a workspace, for one test file. */
export class ScriptRig {
  readonly confiner: Confiner;
  readonly bundleDir: string = mkdtempSync(join(tmpdir(), "ambit-bundle-"));
  readonly workspace: string = mkdtempSync(join(tmpdir(), "ambit-workspace-"));
  readonly languages: ScriptLanguage[];

  constructor(options: ConfinerOptions = {}) {
    this.confiner = createConfiner(options);
    this.languages = [new PythonLanguage(), nodeLanguage];
  }

  /** Writes a file of the plugin. */
  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.bundleDir, path)), { recursive: true });
    writeFileSync(join(this.bundleDir, path), text);
  }

  /** A tool whose script is that text. */
  tool(script: string, parts: { readonly path?: string; readonly plugin?: Partial<ScriptPlugin>; readonly limits?: Partial<Limits>; readonly declaration?: Partial<ToolDeclaration> } = {}): ScriptTool {
    const path = parts.path ?? "tools/main.py";
    this.write(path, script);
    const plugin: ScriptPlugin = { id: "rates", name: "Rates", bundleDir: this.bundleDir, settings: {}, ...parts.plugin, limits: { ...defaultLimits, ...parts.limits } };
    const declaration = { name: "convert", description: "Converts.", script: path, ...parts.declaration };
    const { tools, problems } = loadScriptTools(plugin, [declaration], { confiner: this.confiner, languages: this.languages, names: new ToolNames() });
    const [tool] = tools;
    if (tool === undefined) throw new Error(problems.join(" "));
    return tool;
  }

  /** Runs a script once. */
  run(script: string, args: JsonValue = {}, parts: Parameters<ScriptRig["tool"]>[1] & { readonly signal?: AbortSignal; readonly workspace?: string } = {}): Promise<ScriptResult> {
    const { signal, workspace = this.workspace, ...rest } = parts;
    return this.tool(script, rest).run(args, { workspace, ...(signal !== undefined && { signal }) });
  }

  close(): void {
    this.confiner.close();
    for (const folder of [this.bundleDir, this.workspace]) rmSync(folder, { recursive: true, force: true });
  }
}
