import type { JsonValue, KvStore, Page, StoreScope } from "@ambit/api-types";
import { compareUtf8, requireWellFormed, type StoredText, storedText } from "../stored-text.ts";
import { pageOf } from "../page-of.ts";
import { bookBytes, type MemoryScopes } from "./memory-scopes.ts";

/** The key-value part of the memory store. Values are kept as texts, so that nobody shares an object with the store. */
export class MemoryKv implements KvStore {
  readonly #scopes: MemoryScopes;

  constructor(scopes: MemoryScopes) {
    this.#scopes = scopes;
  }

  async get(scope: StoreScope, key: string): Promise<JsonValue | undefined> {
    const name = requireWellFormed(key);
    const stored = this.#scopes.find(scope)?.kv.get(name);
    return stored && (JSON.parse(stored.text) as JsonValue);
  }

  async set(scope: StoreScope, key: string, value: JsonValue, quota: number): Promise<void> {
    const stored = storedText(requireWellFormed(key), value);
    const data = this.#scopes.open(scope);
    bookBytes(data, stored.bytes - (data.kv.get(key)?.bytes ?? 0), quota);
    data.kv.set(key, stored);
  }

  async delete(scope: StoreScope, key: string): Promise<boolean> {
    const name = requireWellFormed(key);
    const data = this.#scopes.find(scope);
    const stored = data?.kv.get(name);
    if (data === undefined || stored === undefined) return false;
    data.kv.delete(name);
    data.bytes -= stored.bytes;
    return true;
  }

  async list(scope: StoreScope, query: { readonly prefix: string; readonly limit: number; readonly cursor?: string }): Promise<Page<{ readonly key: string; readonly value: JsonValue }>> {
    const prefix = requireWellFormed(query.prefix);
    const cursor = query.cursor === undefined ? undefined : requireWellFormed(query.cursor);
    const all = this.#scopes.find(scope)?.kv ?? new Map<string, StoredText>();
    const keys = [...all.keys()].filter((key) => key.startsWith(prefix) && (cursor === undefined || compareUtf8(key, cursor) > 0)).sort(compareUtf8);
    const { rows, hasMore } = pageOf(keys, query.limit, (key) => all.get(key)?.bytes ?? 0);
    const last = rows.at(-1);
    const items = rows.map((key) => ({ key, value: JSON.parse(all.get(key)?.text ?? "null") as JsonValue }));
    return hasMore && last !== undefined ? { items, cursor: last } : { items };
  }

  async usedBytes(scope: StoreScope): Promise<number> {
    return this.#scopes.find(scope)?.bytes ?? 0;
  }
}
