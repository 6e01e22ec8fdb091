import type { StoreScope } from "@ambit/api-types";
import { checkQuota } from "../storage-quota.ts";
import { scopeKey } from "../scope-key.ts";
import { deleteScopes } from "./delete-scopes.ts";
import type { StoredText } from "../stored-text.ts";

/** Documents of one collection by id. */
export type Documents = Map<string, StoredText>;

/** All that one scope stores, kv and collections together. */
export interface ScopeData {
  readonly kv: Map<string, StoredText>;
  readonly collections: Map<string, Documents>;
  /** What the quota counts. */
  bytes: number;
}

/** The plugins' data in memory, which kv and collections share. */
export class MemoryScopes {
  readonly #scopes = new Map<string, ScopeData>();

  /** The data of a scope; undefined where it stores nothing. */
  find(scope: StoreScope): ScopeData | undefined {
    return this.#scopes.get(scopeKey(scope));
  }

  /** The data of a scope, made when missing. */
  open(scope: StoreScope): ScopeData {
    const key = scopeKey(scope);
    const data = this.#scopes.get(key) ?? { kv: new Map(), collections: new Map(), bytes: 0 };
    this.#scopes.set(key, data);
    return data;
  }

  /** Deletes all of a plugin, in every organisation. */
  deleteData(pluginId: string): void {
    deleteScopes(this.#scopes, pluginId);
  }
}

/** Books a change of a scope's bytes; @throws AmbitError `LIMIT_EXCEEDED`, and nothing is booked. */
export function bookBytes(data: ScopeData, change: number, quota: number): void {
  checkQuota(data.bytes, data.bytes + change, quota);
  data.bytes += change;
}
