import { randomUUID } from "node:crypto";
import { extname } from "node:path";
import { type Availability, type EventCommandOrder, type ScriptAnswer, type ScriptHost, type ScriptOrder, type ScriptTerms, textIn } from "@ambit/api-types";
import { CommandGates } from "../command/command-gates.ts";
import { confinementAvailability } from "../confine/confinement-availability.ts";
import { type Confiner, createConfiner } from "../confine/confiner.ts";
import { nodeLanguage } from "./node-language.ts";
import { type OpenPython, type PythonHostOptions, openPython } from "./python/open-python.ts";
import type { ScriptLanguage } from "./script-runtime.ts";
import { runEventCommand } from "./run-event-command.ts";
import type { ScriptCall, ScriptPlugin } from "./script-plugin.ts";
import { ScriptTool } from "./script-tool.ts";

/** How script tools are run. */
export interface ScriptRunnerOptions {
  /** One that stays its maker's to close; default one of its own. */
  readonly confiner?: Confiner;
  /** Default: Python as `python` says, and the host's Node. */
  readonly languages?: readonly ScriptLanguage[];
  /** How Python scripts are run; default the host's `python3`, kept warm, without packages of a plugin's own. */
  readonly python?: PythonHostOptions;
}

/** Runs the script tools of plugins, each call in a confined process of its own or of its plugin's. */
export class ScriptRunner implements ScriptHost {
  readonly #options: ScriptRunnerOptions;
  readonly #confiner: Confiner;
  readonly #languages: readonly ScriptLanguage[];
  readonly #python: OpenPython;
  readonly #gates = new CommandGates();

  constructor(options: ScriptRunnerOptions = {}) {
    this.#options = options;
    this.#confiner = options.confiner ?? createConfiner();
    this.#python = openPython(this.#confiner, options.python ?? {});
    this.#languages = options.languages ?? [this.#python.language, nodeLanguage];
  }

  async isAvailable(): Promise<Availability> {
    return confinementAvailability(await this.#confiner.describe(), "Scripts");
  }

  problemOf(script: string): string | undefined {
    if (this.#languageOf(script) !== undefined) return undefined;
    return `${script} is in none of the languages that are run here (${this.#languages.flatMap(({ extensions }) => extensions).join(", ")}).`;
  }

  async run(order: ScriptOrder): Promise<ScriptAnswer> {
    const { tool, args } = order;
    const language = this.#languageOf(tool.script);
    if (language === undefined) return { text: this.problemOf(tool.script) ?? "", changes: [], failure: { code: "BACKEND_UNAVAILABLE" } };
    return this.#withPlugin(order, async (plugin, call) => {
      const { text, changes, failure } = await new ScriptTool(tool.name, plugin, tool, language, this.#confiner).run(args, call);
      return { text, changes, ...(failure !== undefined && { failure }) };
    });
  }

  runLine(order: EventCommandOrder): Promise<ScriptAnswer> {
    return this.#withPlugin(order, (plugin, call) => runEventCommand(plugin, order, call, this.#confiner));
  }

  /** Each call has a gate of its own, which goes with it. */
  async #withPlugin(terms: ScriptTerms, work: (plugin: ScriptPlugin, call: ScriptCall) => Promise<ScriptAnswer>): Promise<ScriptAnswer> {
    const { manifest, policy, bundleDir, settings, workspace, surroundings, signal } = terms;
    const gate = randomUUID();
    try {
      const network = this.#gates.open(gate, policy, surroundings);
      const name = manifest.displayName === undefined ? manifest.id : textIn("en", manifest.displayName);
      const plugin = { id: manifest.id, name, bundleDir, settings, limits: policy.limits, onConnection: surroundings.onConnection, ...(network !== undefined && { network }) };
      return await work(plugin, { workspace: workspace.hostPath, fenced: workspace.fenced, access: workspace.access, ...(signal !== undefined && { signal }) });
    } finally {
      this.#gates.close(gate);
    }
  }

  async close(): Promise<void> {
    await this.#python.close();
    if (this.#options.confiner === undefined) this.#confiner.close();
  }

  #languageOf(script: string): ScriptLanguage | undefined {
    return this.#languages.find(({ extensions }) => extensions.includes(extname(script)));
  }
}
