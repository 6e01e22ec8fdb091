import { randomUUID } from "node:crypto";
import { AmbitError, type EventCommandRule, type JsonObject, type JsonValue, type PluginSettings, PROCESSES_AT_ONCE, type ScriptAnswer, type ScriptHost, type ScriptTerms, type ScriptToolDeclaration } from "@ambit/api-types";
import { connectionEntry } from "../journal/connection-entry.ts";
import { pluginFacts } from "./plugin-facts.ts";
import type { RunnablePlugin } from "./runnable-plugin.ts";
import type { PluginServices } from "./plugin-services.ts";

/** Root whose folder scripts work in, where the plugin was granted it. */
const WORKSPACE = "workspace";

/** Name by which the journal knows what runs scripts. */
const BACKEND = "script";

/** Runs the tools of one plugin that scripts handle, and the shell lines that were agreed to for events. */
export class ScriptCalls {
  readonly #services: PluginServices;
  readonly #plugin: RunnablePlugin;
  readonly #settings: () => PluginSettings;
  #lines = 0;

  /** @param settings as they are at the moment. */
  constructor(services: PluginServices, plugin: RunnablePlugin, settings: () => PluginSettings) {
    this.#services = services;
    this.#plugin = plugin;
    this.#settings = settings;
  }

  /** The declaration of a tool that a script handles; undefined for one that `run` handles. */
  find(tool: string): ScriptToolDeclaration | undefined {
    const declared = this.#plugin.manifest.tools.find(({ name }) => name === tool);
    return declared?.script === undefined ? undefined : { ...declared, script: declared.script };
  }

  /**
   * Runs a script once; gives `{ text, changes }`.
   *
   * @throws AmbitError `PERMISSION_DENIED` where the person took the script away; `BACKEND_UNAVAILABLE`; what the script ended in, in its own words.
   */
  async run(tool: ScriptToolDeclaration, args: JsonObject, signal: AbortSignal | undefined): Promise<JsonValue> {
    const { scripts } = this.#services;
    const { policy } = this.#plugin;
    if (scripts === undefined) throw new AmbitError("BACKEND_UNAVAILABLE", `The tool "${tool.name}" is a script; this host runs none.`);
    if (!policy.scripts.includes(tool.name)) throw new AmbitError("PERMISSION_DENIED", `The script of the tool "${tool.name}" was not granted.`, { target: tool.name });
    const answer = await this.#confined(scripts, signal, (host, terms) => host.run({ ...terms, tool, args }));
    return { text: answer.text, changes: answer.changes.map(({ kind, path }) => ({ kind, path })) };
  }

  /**
   * Runs a shell line once; gives what it printed.
   *
   * @throws AmbitError `BACKEND_UNAVAILABLE`; `LIMIT_EXCEEDED` (`processes`) where too many run already; what the line ended in, in its own words.
   */
  async runLine({ event, line }: EventCommandRule, payload: JsonValue, signal: AbortSignal): Promise<string> {
    const { scripts } = this.#services;
    if (scripts === undefined) throw new AmbitError("BACKEND_UNAVAILABLE", "This host runs no commands for events.");
    if (this.#lines >= PROCESSES_AT_ONCE) throw new AmbitError("LIMIT_EXCEEDED", `At most ${PROCESSES_AT_ONCE} commands for events run at once.`, { limit: "processes" });
    this.#lines++;
    try {
      return (await this.#confined(scripts, signal, (host, terms) => host.runLine({ ...terms, event, line, payload }))).text;
    } finally {
      this.#lines--;
    }
  }

  async #confined(scripts: ScriptHost, signal: AbortSignal | undefined, run: (host: ScriptHost, terms: ScriptTerms) => Promise<ScriptAnswer>): Promise<ScriptAnswer> {
    const { bundles, data } = this.#services;
    const { manifest, policy, bundleDigest } = this.#plugin;
    const call = randomUUID();
    const bundleDir = await bundles.open(bundleDigest);
    const workspace = this.#workspace() ?? { hostPath: await data.makeTemp(call), fenced: [], access: "write" };
    try {
      const answer = await run(scripts, { manifest, policy, bundleDir, settings: settingTexts(this.#settings()), workspace, surroundings: this.#surroundings(call), ...(signal !== undefined && { signal }) });
      if (answer.failure !== undefined) throw new AmbitError(answer.failure.code, answer.text, answer.failure.limit === undefined ? {} : { limit: answer.failure.limit });
      return answer;
    } finally {
      await data.removeTemp(call);
    }
  }

  /** The folder that the person granted whole; a part of it is no workspace. */
  #workspace(): ScriptTerms["workspace"] | undefined {
    const { policy, manifest } = this.#plugin;
    const rules = policy.files.filter(({ root, path }) => root === WORKSPACE && path.length === 0);
    const mount = rules.length === 0 ? undefined : this.#services.roots.mount(manifest.id, WORKSPACE);
    return mount && { ...mount, access: rules.some(({ access }) => access === "write") ? "write" : "read" };
  }

  #surroundings(call: string): ScriptTerms["surroundings"] {
    const { journal, resolveName, roots } = this.#services;
    const { manifest } = this.#plugin;
    return {
      facts: pluginFacts(this.#services, { pluginId: manifest.id, accounts: () => this.#settings().accounts, fenced: (root) => roots.mount(manifest.id, root)?.fenced ?? [] }),
      ...(resolveName !== undefined && { resolveName }),
      onConnection: (record) => void journal.enqueue(connectionEntry({ plugin: manifest, instance: call, backend: BACKEND }, record)),
    };
  }
}

/** Settings that have one text each; lists and objects are not for variables. */
function settingTexts({ config }: PluginSettings): Record<string, string> {
  const plain = Object.entries(config).filter(([, value]) => ["string", "number", "boolean"].includes(typeof value));
  return Object.fromEntries(plain.map(([name, value]) => [name, String(value)]));
}
