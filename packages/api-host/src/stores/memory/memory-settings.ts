import type { PluginSettings, SettingsStore, StoreScope } from "@ambit/api-types";
import { scopeKey } from "../scope-key.ts";
import { deleteScopes } from "./delete-scopes.ts";

/** The settings of the memory store. */
export class MemorySettings implements SettingsStore {
  readonly #settings = new Map<string, PluginSettings>();

  async get(scope: StoreScope): Promise<PluginSettings> {
    return structuredClone(this.#settings.get(scopeKey(scope)) ?? { accounts: [], config: {} });
  }

  async put(scope: StoreScope, settings: PluginSettings): Promise<void> {
    this.#settings.set(scopeKey(scope), structuredClone(settings));
  }

  /** Deletes those of a plugin, in every organisation. */
  deleteData(pluginId: string): void {
    deleteScopes(this.#settings, pluginId);
  }
}
