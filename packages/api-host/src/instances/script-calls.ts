import { randomUUID } from "node:crypto";
import { AmbitError, type JsonObject, type JsonValue, type PluginSettings, type ScriptOrder, type ScriptToolDeclaration } from "@ambit/api-types";
import { connectionEntry } from "../journal/connection-entry.ts";
import { pluginFacts } from "./plugin-facts.ts";
import type { RunnablePlugin } from "./runnable-plugin.ts";
import type { PluginServices } from "./plugin-services.ts";

/** Root whose folder scripts work in, where the plugin was granted it. */
const WORKSPACE = "workspace";

/** Name by which the journal knows what runs scripts. */
const BACKEND = "script";

/** Runs the tools of one plugin that scripts handle. */
export class ScriptCalls {
  readonly #services: PluginServices;
  readonly #plugin: RunnablePlugin;
  readonly #settings: () => PluginSettings;

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
    const { scripts, bundles, data } = this.#services;
    const { manifest, policy, bundleDigest } = this.#plugin;
    if (scripts === undefined) throw new AmbitError("BACKEND_UNAVAILABLE", `The tool "${tool.name}" is a script; this host runs none.`);
    if (!policy.scripts.includes(tool.name)) throw new AmbitError("PERMISSION_DENIED", `The script of the tool "${tool.name}" was not granted.`, { target: tool.name });
    const call = randomUUID();
    const bundleDir = await bundles.open(bundleDigest);
    const workspace = this.#workspace() ?? { hostPath: await data.makeTemp(call), fenced: [], access: "write" };
    try {
      const answer = await scripts.run({ manifest, policy, tool, args, bundleDir, settings: settingTexts(this.#settings()), workspace, surroundings: this.#surroundings(call), ...(signal !== undefined && { signal }) });
      if (answer.failure !== undefined) throw new AmbitError(answer.failure.code, answer.text, answer.failure.limit === undefined ? {} : { limit: answer.failure.limit });
      return { text: answer.text, changes: answer.changes.map(({ kind, path }) => ({ kind, path })) };
    } finally {
      await data.removeTemp(call);
    }
  }

  /** The folder that the person granted whole; a part of it is no workspace. */
  #workspace(): ScriptOrder["workspace"] | undefined {
    const { policy, manifest } = this.#plugin;
    const rules = policy.files.filter(({ root, path }) => root === WORKSPACE && path.length === 0);
    const mount = rules.length === 0 ? undefined : this.#services.roots.mount(manifest.id, WORKSPACE);
    return mount && { ...mount, access: rules.some(({ access }) => access === "write") ? "write" : "read" };
  }

  #surroundings(call: string): ScriptOrder["surroundings"] {
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
