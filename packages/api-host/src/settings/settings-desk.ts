import { AmbitError, type HostStore, type JsonObject, plainNameSchema, type PluginManifest, type PluginSettings, type StoreScope } from "@ambit/api-types";
import { settingFields } from "@ambit/sandbox-permissions";
import type { RunningPlugins } from "../instances/running-plugins.ts";
import type { HostJournal } from "../journal/host-journal.ts";
import { lifecycleEntry } from "../journal/lifecycle-entry.ts";
import type { SecretBook } from "../secrets/secret-book.ts";
import { effectiveSettings, shownConfig } from "./effective-settings.ts";
import { type OrgOption, scopeFor } from "./org-name.ts";
import { requireSettings } from "./require-settings.ts";

/** What the settings of plugins are kept with. */
export interface SettingsServices {
  readonly store: HostStore;
  readonly journal: HostJournal;
  readonly secrets: SecretBook;
  readonly running: RunningPlugins;
  /** @throws AmbitError `PLUGIN_NOT_INSTALLED`. */
  readonly manifestOf: (pluginId: string) => Promise<PluginManifest>;
  /** Does something with a plugin while nothing else is done with it. */
  readonly locked: (pluginId: string, work: () => Promise<void>) => Promise<void>;
}

/** Keeps what people type for plugins, and puts it in force. */
export class SettingsDesk {
  readonly #services: SettingsServices;

  constructor(services: SettingsServices) {
    this.#services = services;
  }

  async get(pluginId: string, options?: OrgOption): Promise<PluginSettings> {
    return this.#services.store.settings.get(scopeFor(pluginId, options));
  }

  async inForce(pluginId: string, options?: OrgOption): Promise<JsonObject> {
    const scope = scopeFor(pluginId, options);
    const manifest = await this.#services.manifestOf(pluginId);
    return shownConfig(await effectiveSettings(this.#services.store, manifest, scope), manifest, scope);
  }

  async put(pluginId: string, settings: PluginSettings, options?: OrgOption): Promise<void> {
    const scope = scopeFor(pluginId, options);
    await this.#services.locked(pluginId, async () => {
      const { store, running } = this.#services;
      const manifest = await this.#services.manifestOf(pluginId);
      requireSettings(settings, manifest, scope, (await store.settings.get({ pluginId })).config);
      const before = await store.settings.get(scope);
      await store.settings.put(scope, settings);
      const runtime = await running.settled(scope);
      if (runtime !== undefined) runtime.accounts = settings.accounts;
      if (JSON.stringify(before.config) !== JSON.stringify(settings.config)) await this.#startAnew(scope);
      await this.#record(manifest, scope, "plugin/settings");
    });
  }

  async setSecret(pluginId: string, name: string, value: string, options?: OrgOption): Promise<void> {
    const scope = scopeFor(pluginId, options);
    await this.#services.locked(pluginId, async () => {
      const { store, secrets } = this.#services;
      const manifest = await this.#services.manifestOf(pluginId);
      if (!plainNameSchema.safeParse(name).success) throw new AmbitError("INVALID_PARAMS", "This is no name of a secret.");
      const field = settingFields(manifest.config).find((one) => one.secret && one.name === name);
      if (scope.org !== undefined && field !== undefined && field.org !== "override") throw new AmbitError("INVALID_PARAMS", `The setting "${name}" is not an organisation's to set.`);
      secrets.learn(pluginId, value);
      await store.secrets.set(scope, name, value);
      if (field !== undefined) await this.#startAnew(scope);
      await this.#record(manifest, scope, "plugin/secret", name);
    });
  }

  async deleteSecret(pluginId: string, name: string, options?: OrgOption): Promise<boolean> {
    const scope = scopeFor(pluginId, options);
    let existed = false;
    await this.#services.locked(pluginId, async () => {
      existed = await this.#services.store.secrets.delete(scope, name);
      // What a plugin left that is not installed any more can be deleted too.
      const manifest = existed ? (await this.#services.store.installs.get(pluginId))?.manifest : undefined;
      if (manifest === undefined) return;
      if (settingFields(manifest.config).some((field) => field.secret && field.name === name)) await this.#startAnew(scope);
      await this.#record(manifest, scope, "plugin/secret", name);
    });
    return existed;
  }

  async secretNames(pluginId: string, options?: OrgOption): Promise<readonly string[]> {
    return this.#services.store.secrets.list(scopeFor(pluginId, options));
  }

  /** Settings are handed over once, when an instance starts; the deployment's reach every organisation. */
  async #startAnew({ pluginId, org }: StoreScope): Promise<void> {
    await (org === undefined ? this.#services.running.stop(pluginId) : this.#services.running.stopFor({ pluginId, org }));
  }

  async #record(plugin: PluginManifest, { org }: StoreScope, method: string, target = ""): Promise<void> {
    await this.#services.journal.append(lifecycleEntry({ plugin, method, target, ...(org !== undefined && { org }) }));
  }
}
