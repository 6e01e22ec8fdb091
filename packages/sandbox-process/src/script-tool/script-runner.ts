import { randomUUID } from "node:crypto";
import { extname } from "node:path";
import { type Availability, type ScriptAnswer, type ScriptHost, type ScriptOrder, textIn } from "@ambit/api-types";
import { CommandGates } from "../command/command-gates.ts";
import { confinementAvailability } from "../confine/confinement-availability.ts";
import { type Confiner, createConfiner } from "../confine/confiner.ts";
import { nodeLanguage } from "./node-language.ts";
import { PythonLanguage } from "./python/python-language.ts";
import type { ScriptLanguage } from "./script-runtime.ts";
import { ScriptTool } from "./script-tool.ts";

/** How script tools are run. */
export interface ScriptRunnerOptions {
  /** One that stays its maker's to close; default one of its own. */
  readonly confiner?: Confiner;
  /** Default: the host's `python3`, without packages of a plugin's own, and the host's Node. */
  readonly languages?: readonly ScriptLanguage[];
}

/** Runs the script tools of plugins, each call in a confined process of its own. */
export class ScriptRunner implements ScriptHost {
  readonly #options: ScriptRunnerOptions;
  readonly #confiner: Confiner;
  readonly #languages: readonly ScriptLanguage[];
  readonly #gates = new CommandGates();

  constructor(options: ScriptRunnerOptions = {}) {
    this.#options = options;
    this.#confiner = options.confiner ?? createConfiner();
    this.#languages = options.languages ?? [new PythonLanguage(), nodeLanguage];
  }

  async isAvailable(): Promise<Availability> {
    return confinementAvailability(await this.#confiner.describe(), "Scripts");
  }

  problemOf(script: string): string | undefined {
    if (this.#languageOf(script) !== undefined) return undefined;
    return `${script} is in none of the languages that are run here (${this.#languages.flatMap(({ extensions }) => extensions).join(", ")}).`;
  }

  async run(order: ScriptOrder): Promise<ScriptAnswer> {
    const { manifest, policy, tool, args, bundleDir, settings, workspace, surroundings, signal } = order;
    const language = this.#languageOf(tool.script);
    if (language === undefined) return { text: this.problemOf(tool.script) ?? "", changes: [], failure: { code: "BACKEND_UNAVAILABLE" } };
    // Each call has a gate of its own, which goes with it.
    const call = randomUUID();
    try {
      const network = this.#gates.open(call, policy, surroundings);
      const name = manifest.displayName === undefined ? manifest.id : textIn("en", manifest.displayName);
      const plugin = { id: manifest.id, name, bundleDir, settings, limits: policy.limits, ...(network !== undefined && { network }) };
      const script = new ScriptTool(tool.name, plugin, tool, language, this.#confiner);
      const { text, changes, failure } = await script.run(args, { workspace: workspace.hostPath, fenced: workspace.fenced, access: workspace.access, ...(signal !== undefined && { signal }) });
      return { text, changes, ...(failure !== undefined && { failure }) };
    } finally {
      this.#gates.close(call);
    }
  }

  async close(): Promise<void> {
    if (this.#options.confiner === undefined) this.#confiner.close();
  }

  #languageOf(script: string): ScriptLanguage | undefined {
    return this.#languages.find(({ extensions }) => extensions.includes(extname(script)));
  }
}
