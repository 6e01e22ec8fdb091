import type { SecretStore, StoreScope } from "@ambit/api-types";
import { scopeKey } from "../scope-key.ts";
import { compareUtf8 } from "../stored-text.ts";
import { deleteScopes } from "./delete-scopes.ts";

/** The secrets of the memory store. */
export class MemorySecrets implements SecretStore {
  readonly #scopes = new Map<string, Map<string, string>>();

  async get(scope: StoreScope, name: string): Promise<string | undefined> {
    return this.#scopes.get(scopeKey(scope))?.get(name);
  }

  async set(scope: StoreScope, name: string, value: string): Promise<void> {
    const secrets = this.#scopes.get(scopeKey(scope)) ?? new Map<string, string>();
    this.#scopes.set(scopeKey(scope), secrets.set(name, value));
  }

  async delete(scope: StoreScope, name: string): Promise<boolean> {
    return this.#scopes.get(scopeKey(scope))?.delete(name) ?? false;
  }

  async list(scope: StoreScope): Promise<readonly string[]> {
    return [...(this.#scopes.get(scopeKey(scope))?.keys() ?? [])].sort(compareUtf8);
  }

  /** Deletes those of a plugin, in every organisation. */
  deleteData(pluginId: string): void {
    deleteScopes(this.#scopes, pluginId);
  }
}
