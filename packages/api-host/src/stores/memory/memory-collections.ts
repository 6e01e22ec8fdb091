import type { CollectionItem, CollectionQuery, CollectionRef, CollectionStore, JsonObject, Page } from "@ambit/api-types";
import { fieldKey, requireDeclared, uniqueKeys, uniqueViolation } from "../collections/declared-keys.ts";
import { inRanges, keyRanges } from "../collections/key-ranges.ts";
import { readCursor, writeCursor } from "../collections/query-cursor.ts";
import { pageOf } from "../page-of.ts";
import { compareUtf8, requireWellFormed, type StoredText, storedText } from "../stored-text.ts";
import { bookBytes, type Documents, type MemoryScopes } from "./memory-scopes.ts";

const none: Documents = new Map();

/** A document in the order of a query. */
interface Found extends CollectionItem {
  readonly key: Buffer;
}

/** The collections of the memory store: every query looks at every document. */
export class MemoryCollections implements CollectionStore {
  readonly #scopes: MemoryScopes;

  constructor(scopes: MemoryScopes) {
    this.#scopes = scopes;
  }

  async get(collection: CollectionRef, id: string): Promise<JsonObject | undefined> {
    return parsed(this.#documents(collection).get(requireWellFormed(id)));
  }

  async getMany(collection: CollectionRef, ids: readonly string[]): Promise<readonly CollectionItem[]> {
    const documents = this.#documents(collection);
    return ids.flatMap((id) => {
      const data = parsed(documents.get(requireWellFormed(id)));
      return data === undefined ? [] : [{ id, data }];
    });
  }

  async putMany(collection: CollectionRef, items: readonly CollectionItem[], quota: number): Promise<void> {
    const batch = new Map(items.map(({ id, data }) => [requireWellFormed(id), storedText(id, data)]));
    const data = this.#scopes.open(collection.scope);
    const documents = data.collections.get(collection.name) ?? new Map<string, StoredText>();
    checkUnique(collection, documents, batch);
    let change = 0;
    for (const [id, stored] of batch) change += stored.bytes - (documents.get(id)?.bytes ?? 0);
    bookBytes(data, change, quota);
    for (const [id, stored] of batch) documents.set(id, stored);
    data.collections.set(collection.name, documents);
  }

  async deleteMany(collection: CollectionRef, ids: readonly string[]): Promise<number> {
    const data = this.#scopes.find(collection.scope);
    const documents = this.#documents(collection);
    let deleted = 0;
    for (const id of ids) {
      const stored = documents.get(requireWellFormed(id));
      if (data === undefined || stored === undefined) continue;
      documents.delete(id);
      data.bytes -= stored.bytes;
      deleted++;
    }
    return deleted;
  }

  async query(collection: CollectionRef, query: CollectionQuery): Promise<Page<CollectionItem>> {
    const { orderBy } = query;
    if (orderBy !== undefined) requireDeclared(collection.declaration, orderBy.field);
    const from = readCursor(collection, query);
    const sign = orderBy?.direction === "desc" ? -1 : 1;
    const compare = (left: { key: Buffer; id: string }, right: { key: Buffer; id: string }): number => sign * (Buffer.compare(left.key, right.key) || compareUtf8(left.id, right.id));
    const found = this.#matching(collection, query.where)
      .map((item): Found => ({ ...item, key: orderBy === undefined ? Buffer.alloc(0) : fieldKey(item.data, orderBy.field) }))
      .filter((item) => from === undefined || compare(item, from) > 0)
      .sort(compare);
    const documents = this.#documents(collection);
    const { rows: page, hasMore } = pageOf(found, query.limit, ({ id }) => documents.get(id)?.bytes ?? 0);
    const last = page.at(-1);
    const items = page.map(({ id, data }) => ({ id, data }));
    return hasMore && last !== undefined ? { items, cursor: writeCursor(collection, query, last) } : { items };
  }

  async count(collection: CollectionRef, where: CollectionQuery["where"]): Promise<number> {
    return this.#matching(collection, where).length;
  }

  #matching(collection: CollectionRef, where: CollectionQuery["where"]): CollectionItem[] {
    const bounds = Object.entries(where ?? {}).map(([field, clause]) => ({ field: requireDeclared(collection.declaration, field), ranges: keyRanges(clause) }));
    return [...this.#documents(collection)]
      .map(([id, stored]) => ({ id, data: JSON.parse(stored.text) as JsonObject }))
      .filter(({ data }) => bounds.every(({ field, ranges }) => inRanges(fieldKey(data, field), ranges)));
  }

  #documents(collection: CollectionRef): Documents {
    return this.#scopes.find(collection.scope)?.collections.get(collection.name) ?? none;
  }
}

function parsed(stored: StoredText | undefined): JsonObject | undefined {
  return stored && (JSON.parse(stored.text) as JsonObject);
}

/** Compares what a batch claims with itself and with the documents it leaves. */
function checkUnique({ declaration }: CollectionRef, documents: Documents, batch: Documents): void {
  if ((declaration.uniqueIndexes ?? []).length === 0) return;
  const claims = (stored: StoredText): readonly (readonly [string, string])[] =>
    uniqueKeys(declaration, JSON.parse(stored.text) as JsonObject).map(({ index, key }) => [index, `${index} ${key.toString("base64")}`]);
  const taken = new Set<string>();
  for (const [id, stored] of documents) {
    if (!batch.has(id)) for (const [, claim] of claims(stored)) taken.add(claim);
  }
  for (const stored of batch.values()) {
    for (const [index, claim] of claims(stored)) {
      if (taken.has(claim)) throw uniqueViolation(index);
      taken.add(claim);
    }
  }
}
