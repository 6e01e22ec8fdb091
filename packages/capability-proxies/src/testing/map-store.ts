import { AmbitError, type CollectionStore, type HostStore, type JsonValue, type KvStore, type SecretStore, type StoreScope } from "@ambit/api-types";
import { MapCollections } from "./map-collections.ts";

/** The parts of a store that the proxies use, kept in maps and run by the contract's rules. The other parts are absent and fail on use. */
export class MapStore implements HostStore {
  readonly specificationVersion = 1;
  readonly kv: KvStore = new MapKv();
  readonly secrets: SecretStore = new MapSecrets();
  readonly collections: CollectionStore = new MapCollections();

  get bundles(): never {
    return absent();
  }
  get installs(): never {
    return absent();
  }
  get grants(): never {
    return absent();
  }
  get journal(): never {
    return absent();
  }
  get leases(): never {
    return absent();
  }
  get settings(): never {
    return absent();
  }

  deleteData(): never {
    return absent();
  }

  async close(): Promise<void> {}
}

function absent(): never {
  throw new Error("the proxies have no business with this part of the store");
}

function scopeKey(scope: StoreScope): string {
  return JSON.stringify([scope.pluginId, scope.org ?? null]);
}

class Scopes<Value> {
  readonly #scopes = new Map<string, Map<string, Value>>();

  of(scope: StoreScope): Map<string, Value> {
    const key = scopeKey(scope);
    const values = this.#scopes.get(key) ?? new Map<string, Value>();
    this.#scopes.set(key, values);
    return values;
  }
}

class MapKv implements KvStore {
  readonly #scopes = new Scopes<JsonValue>();

  async get(scope: StoreScope, key: string): Promise<JsonValue | undefined> {
    return this.#scopes.of(scope).get(key);
  }

  async set(scope: StoreScope, key: string, value: JsonValue, quota: number): Promise<void> {
    const values = new Map(this.#scopes.of(scope)).set(key, value);
    if (bytesOf(values) > quota) throw new AmbitError("LIMIT_EXCEEDED", "The plugin's store is full.", { limit: "storageBytes" });
    this.#scopes.of(scope).set(key, value);
  }

  async delete(scope: StoreScope, key: string): Promise<boolean> {
    return this.#scopes.of(scope).delete(key);
  }

  async list(scope: StoreScope, query: { readonly prefix: string; readonly limit: number; readonly cursor?: string }): ReturnType<KvStore["list"]> {
    const keys = [...this.#scopes.of(scope).keys()].filter((key) => key.startsWith(query.prefix) && key > (query.cursor ?? "")).sort();
    const page = keys.slice(0, query.limit);
    const last = page.at(-1);
    const items = page.map((key) => ({ key, value: this.#scopes.of(scope).get(key) ?? null }));
    return { items, ...(keys.length > page.length && last !== undefined && { cursor: last }) };
  }

  async usedBytes(scope: StoreScope): Promise<number> {
    return bytesOf(this.#scopes.of(scope));
  }
}

function bytesOf(values: ReadonlyMap<string, JsonValue>): number {
  return [...values].reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(JSON.stringify(value)), 0);
}

class MapSecrets implements SecretStore {
  readonly #scopes = new Scopes<string>();

  async get(scope: StoreScope, name: string): Promise<string | undefined> {
    return this.#scopes.of(scope).get(name);
  }

  async set(scope: StoreScope, name: string, value: string): Promise<void> {
    this.#scopes.of(scope).set(name, value);
  }

  async delete(scope: StoreScope, name: string): Promise<boolean> {
    return this.#scopes.of(scope).delete(name);
  }

  async list(scope: StoreScope): Promise<readonly string[]> {
    return [...this.#scopes.of(scope).keys()].sort();
  }
}
