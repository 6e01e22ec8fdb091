import { AmbitError, type CollectionItem, type CollectionQuery, type CollectionRef, type CollectionStore, type JsonObject, type Page } from "@ambit/api-types";

/** Collections in maps, as far as the proxies hand things to them: equal values alone, the order of ids. Real stores have a conformance suite. */
export class MapCollections implements CollectionStore {
  readonly #collections = new Map<string, Map<string, JsonObject>>();

  async get(collection: CollectionRef, id: string): Promise<JsonObject | undefined> {
    return this.#of(collection).get(id);
  }

  async getMany(collection: CollectionRef, ids: readonly string[]): Promise<readonly CollectionItem[]> {
    const documents = this.#of(collection);
    return ids.flatMap((id) => (documents.has(id) ? [{ id, data: documents.get(id) ?? {} }] : []));
  }

  async putMany(collection: CollectionRef, items: readonly CollectionItem[], quota: number): Promise<void> {
    const after = new Map(this.#of(collection));
    for (const { id, data } of items) after.set(id, data);
    if (Buffer.byteLength(JSON.stringify([...after])) > quota) throw new AmbitError("LIMIT_EXCEEDED", "The plugin's store is full.", { limit: "storageBytes" });
    this.#collections.set(keyOf(collection), after);
  }

  async deleteMany(collection: CollectionRef, ids: readonly string[]): Promise<number> {
    return ids.filter((id) => this.#of(collection).delete(id)).length;
  }

  async query(collection: CollectionRef, { where, limit, cursor }: CollectionQuery): Promise<Page<CollectionItem>> {
    const found = this.#found(collection, where).filter(({ id }) => id > (cursor ?? ""));
    const items = found.slice(0, limit);
    const last = items.at(-1);
    return { items, ...(found.length > items.length && last !== undefined && { cursor: last.id }) };
  }

  async count(collection: CollectionRef, where: CollectionQuery["where"]): Promise<number> {
    return this.#found(collection, where).length;
  }

  #found(collection: CollectionRef, where: CollectionQuery["where"] = {}): CollectionItem[] {
    return [...this.#of(collection)]
      .filter(([, data]) => Object.entries(where).every(([field, value]) => data[field] === value))
      .map(([id, data]) => ({ id, data }))
      .sort((left, right) => (left.id < right.id ? -1 : 1));
  }

  #of(collection: CollectionRef): Map<string, JsonObject> {
    const documents = this.#collections.get(keyOf(collection)) ?? new Map<string, JsonObject>();
    this.#collections.set(keyOf(collection), documents);
    return documents;
  }
}

function keyOf({ scope, name }: CollectionRef): string {
  return JSON.stringify([scope.pluginId, scope.org ?? null, name]);
}
