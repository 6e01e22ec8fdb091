import { AmbitError } from "@ambit/api-types";
import type { RestartSchedule } from "@ambit/worker-host";
import type { HostTerms } from "@ambit/sandbox-permissions";
import { agreedPolicy } from "../install/consent-check.ts";
import { PluginRuntime } from "./plugin-runtime.ts";
import type { PluginServices } from "./plugin-services.ts";

/** What finding and starting plugins works with. */
export interface RunningPluginsOptions {
  readonly services: PluginServices;
  readonly terms: HostTerms;
  readonly schedule?: Partial<RestartSchedule>;
  /** A plugin crashed too often. */
  readonly onParked: (pluginId: string) => void;
}

/** The plugins of a host that have been asked for something, each with its runtime. */
export class RunningPlugins {
  readonly #options: RunningPluginsOptions;
  readonly #runtimes = new Map<string, Promise<PluginRuntime>>();
  /** Those that are there already, so that asking costs no promise. */
  readonly #ready = new Map<string, PluginRuntime>();
  #isClosed = false;

  constructor(options: RunningPluginsOptions) {
    this.#options = options;
  }

  /** The runtime of a plugin that is there already. */
  find(pluginId: string): PluginRuntime | undefined {
    return this.#ready.get(pluginId);
  }

  /**
   * The runtime of an installed plugin that a person agreed to; nothing is started yet.
   *
   * @throws AmbitError `PLUGIN_NOT_INSTALLED`, `CONSENT_REQUIRED`, `PLUGIN_PARKED`; `INSTANCE_STOPPED` once the host closes.
   */
  async get(pluginId: string): Promise<PluginRuntime> {
    const ready = this.#ready.get(pluginId);
    if (ready !== undefined) return ready;
    if (this.#isClosed) throw new AmbitError("INSTANCE_STOPPED", "The host is closed.");
    const loading = this.#runtimes.get(pluginId) ?? this.#load(pluginId);
    this.#runtimes.set(pluginId, loading);
    try {
      const runtime = await loading;
      if (this.#runtimes.get(pluginId) === loading) this.#ready.set(pluginId, runtime);
      return runtime;
    } catch (error) {
      if (this.#runtimes.get(pluginId) === loading) this.#runtimes.delete(pluginId);
      throw error;
    }
  }

  /** The runtime of a plugin once it is there; undefined where nobody has asked for one. */
  async settled(pluginId: string): Promise<PluginRuntime | undefined> {
    return this.#runtimes.get(pluginId)?.catch(() => undefined);
  }

  /** Ends a plugin; what is asked of it later finds it as it is then. */
  async stop(pluginId: string): Promise<void> {
    const loading = this.#runtimes.get(pluginId);
    const runtime = await loading?.catch(() => undefined);
    // One that took its place meanwhile was made of what is there now, and stays.
    if (this.#runtimes.get(pluginId) === loading) {
      this.#runtimes.delete(pluginId);
      this.#ready.delete(pluginId);
    }
    await runtime?.stop();
  }

  /** Ends all plugins, for good. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#runtimes.keys()].map((pluginId) => this.stop(pluginId)));
  }

  async #load(pluginId: string): Promise<PluginRuntime> {
    const { services, terms, schedule, onParked } = this.#options;
    const { installs, grants, settings, secrets } = services.store;
    const install = await installs.get(pluginId);
    if (install === undefined) throw new AmbitError("PLUGIN_NOT_INSTALLED", `No plugin "${pluginId.slice(0, 64)}" is installed.`);
    const policy = agreedPolicy(install, await grants.get(pluginId), terms);
    if (install.parked) throw new AmbitError("PLUGIN_PARKED", `The plugin "${pluginId}" crashed too often. Restart it by hand.`);
    const scope = { pluginId };
    for (const name of await secrets.list(scope)) services.secrets.learn(pluginId, (await secrets.get(scope, name)) ?? "");
    const plugin = { manifest: install.manifest, bundleDigest: install.bundleDigest, policy, settings: await settings.get(scope) };
    return new PluginRuntime(services, plugin, { onParked: () => onParked(pluginId), ...(schedule !== undefined && { schedule }) });
  }
}
