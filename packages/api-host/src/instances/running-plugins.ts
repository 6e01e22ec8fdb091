import { AmbitError, type StoreScope } from "@ambit/api-types";
import type { RestartSchedule } from "@ambit/worker-host";
import type { HostTerms } from "@ambit/sandbox-permissions";
import { agreedPolicy } from "../install/consent-check.ts";
import { effectiveSettings } from "../settings/effective-settings.ts";
import { scopeKey } from "../stores/scope-key.ts";
import { PluginRuntime } from "./plugin-runtime.ts";
import type { PluginServices } from "./plugin-services.ts";

/** What finding and starting plugins works with. */
export interface RunningPluginsOptions {
  readonly services: PluginServices;
  readonly terms: HostTerms;
  readonly schedule?: Partial<RestartSchedule>;
  /** A plugin crashed too often. */
  readonly onParked: (scope: StoreScope) => void;
}

/** One plugin for one organisation, or for nobody in particular. */
interface Running {
  readonly scope: StoreScope;
  readonly loading: Promise<PluginRuntime>;
  /** Once it is there, so that asking costs no promise. */
  ready?: PluginRuntime;
}

/** The plugins of a host that have been asked for something, each with a runtime for each organisation that it serves. */
export class RunningPlugins {
  readonly #options: RunningPluginsOptions;
  readonly #running = new Map<string, Running>();
  #isClosed = false;

  constructor(options: RunningPluginsOptions) {
    this.#options = options;
  }

  /** The runtime of a plugin that is there already. */
  find(scope: StoreScope): PluginRuntime | undefined {
    return this.#running.get(scopeKey(scope))?.ready;
  }

  /** The runtimes of a plugin that are there already, for every organisation. */
  findAll(pluginId: string): readonly PluginRuntime[] {
    return this.#of(pluginId).flatMap(({ ready }) => ready ?? []);
  }

  /**
   * The runtime of an installed plugin that a person agreed to; nothing is started yet.
   *
   * @throws AmbitError `PLUGIN_NOT_INSTALLED`, `CONSENT_REQUIRED`, `PLUGIN_PARKED`; `INSTANCE_STOPPED` once the host closes.
   */
  async get(scope: StoreScope): Promise<PluginRuntime> {
    const key = scopeKey(scope);
    const known = this.#running.get(key);
    if (known?.ready !== undefined) return known.ready;
    if (this.#isClosed) throw new AmbitError("INSTANCE_STOPPED", "The host is closed.");
    const running: Running = known ?? { scope, loading: this.#load(scope) };
    this.#running.set(key, running);
    try {
      running.ready = await running.loading;
      return running.ready;
    } catch (error) {
      if (this.#running.get(key) === running) this.#running.delete(key);
      throw error;
    }
  }

  /** The runtime of a plugin once it is there; undefined where nobody has asked for one. */
  async settled(scope: StoreScope): Promise<PluginRuntime | undefined> {
    return this.#running.get(scopeKey(scope))?.loading.catch(() => undefined);
  }

  /** Ends a plugin for every organisation; what is asked of it later finds it as it is then. */
  async stop(pluginId: string): Promise<void> {
    await Promise.all(this.#of(pluginId).map(({ scope }) => this.stopFor(scope)));
  }

  /** Ends a plugin for one organisation, or what of it is nobody's in particular. */
  async stopFor(scope: StoreScope): Promise<void> {
    const key = scopeKey(scope);
    const running = this.#running.get(key);
    const runtime = await running?.loading.catch(() => undefined);
    // One that took its place meanwhile was made of what is there now, and stays.
    if (this.#running.get(key) === running) this.#running.delete(key);
    await runtime?.stop();
  }

  /** Ends all plugins, for good. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#running.values()].map(({ scope }) => this.stopFor(scope)));
  }

  #of(pluginId: string): readonly Running[] {
    return [...this.#running.values()].filter(({ scope }) => scope.pluginId === pluginId);
  }

  async #load(scope: StoreScope): Promise<PluginRuntime> {
    const { services, terms, schedule, onParked } = this.#options;
    const { installs, grants } = services.store;
    const { pluginId, org } = scope;
    const install = await installs.get(pluginId);
    if (install === undefined) throw new AmbitError("PLUGIN_NOT_INSTALLED", `No plugin "${pluginId.slice(0, 64)}" is installed.`);
    const policy = agreedPolicy(install, await grants.get(pluginId), terms);
    if (install.parked) throw new AmbitError("PLUGIN_PARKED", `The plugin "${pluginId}" crashed too often. Restart it by hand.`);
    await this.#learnSecrets({ pluginId });
    if (org !== undefined) await this.#learnSecrets(scope);
    const settings = await effectiveSettings(services.store, install.manifest, scope);
    const plugin = { manifest: install.manifest, bundleDigest: install.bundleDigest, policy, settings, ...(org !== undefined && { org }) };
    return new PluginRuntime(services, plugin, { onParked: () => onParked(scope), ...(schedule !== undefined && { schedule }) });
  }

  async #learnSecrets(scope: StoreScope): Promise<void> {
    const { secrets, store } = this.#options.services;
    for (const name of await store.secrets.list(scope)) secrets.learn(scope.pluginId, (await store.secrets.get(scope, name)) ?? "");
  }
}
