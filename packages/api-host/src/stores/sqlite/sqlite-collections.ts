import type { StatementSync } from "node:sqlite";
import type { CollectionItem, CollectionQuery, CollectionRef, CollectionStore, JsonObject, Page } from "@ambit/api-types";
import { uniqueViolation } from "../collections/declared-keys.ts";
import { writeCursor } from "../collections/query-cursor.ts";
import { pageOf } from "../page-of.ts";
import { scopeKey } from "../scope-key.ts";
import { requireWellFormed, storedText } from "../stored-text.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";
import { declarationText, SqliteDocuments } from "./sqlite-documents.ts";
import { querySql, whereSql } from "./sqlite-query.ts";
import type { SqliteUsage } from "./sqlite-usage.ts";

/** The collections of the SQLite store. */
export class SqliteCollections implements CollectionStore {
  readonly #database: SqliteDatabase;
  readonly #usage: SqliteUsage;
  readonly #documents: SqliteDocuments;
  readonly #find: StatementSync;

  constructor(database: SqliteDatabase, usage: SqliteUsage) {
    this.#database = database;
    this.#usage = usage;
    this.#documents = new SqliteDocuments(database);
    this.#find = database.prepare("SELECT d.data FROM document d JOIN collection c ON c.id = d.collection WHERE c.scope = ? AND c.name = ? AND d.id = ?");
  }

  async get(collection: CollectionRef, id: string): Promise<JsonObject | undefined> {
    return this.#database.read(() => this.#get(collection, id));
  }

  async getMany(collection: CollectionRef, ids: readonly string[]): Promise<readonly CollectionItem[]> {
    return this.#database.read(() =>
      ids.flatMap((id) => {
        const data = this.#get(collection, id);
        return data === undefined ? [] : [{ id, data }];
      }),
    );
  }

  async putMany(collection: CollectionRef, items: readonly CollectionItem[], quota: number): Promise<void> {
    const batch = [...new Map(items.map(({ id, data }) => [id, { document: bytesOf(id), data, ...storedText(id, data) }])).values()];
    this.#database.transaction(() => {
      const id = this.#documents.open(collection);
      const change = batch.reduce((sum, { document, bytes }) => sum + bytes - this.#documents.sizeOf(id, document), 0);
      this.#usage.book(scopeKey(collection.scope), change, quota);
      for (const { document, text } of batch) this.#documents.put(collection, id, document, text);
      // Judged on the whole batch, so that two documents can trade what is unique.
      for (const { document, data } of batch) {
        const index = this.#documents.violated(collection, id, document, data);
        if (index !== undefined) throw uniqueViolation(index);
      }
    });
  }

  async deleteMany(collection: CollectionRef, ids: readonly string[]): Promise<number> {
    const documents = [...new Set(ids)].map(bytesOf);
    return this.#database.transaction(() => {
      const id = this.#documents.find(collection)?.id;
      if (id === undefined) return 0;
      const sizes = documents.map((document) => ({ document, bytes: this.#documents.sizeOf(id, document) })).filter(({ bytes }) => bytes > 0);
      for (const { document } of sizes) this.#documents.remove(id, document);
      this.#usage.book(scopeKey(collection.scope), -sizes.reduce((sum, { bytes }) => sum + bytes, 0));
      return sizes.length;
    });
  }

  async query(collection: CollectionRef, query: CollectionQuery): Promise<Page<CollectionItem>> {
    const { sql, values } = querySql(collection, this.#indexed(collection), query);
    const { rows: page, hasMore } = this.#database.read(() => pageOf(this.#database.prepare(sql).iterate(...values), query.limit, (row) => Buffer.byteLength(String(row["data"]))));
    const items = page.map((row) => ({ id: Buffer.from(row["id"] as Uint8Array).toString(), data: JSON.parse(String(row["data"])) as JsonObject }));
    const last = items.at(-1);
    if (!hasMore || last === undefined) return { items };
    return { items, cursor: writeCursor(collection, query, { key: Buffer.from(page.at(-1)?.["key"] as Uint8Array), id: last.id }) };
  }

  async count(collection: CollectionRef, where: CollectionQuery["where"]): Promise<number> {
    const id = this.#indexed(collection);
    const { sql, values } = whereSql(collection, id, where);
    return this.#database.read(() => Number(this.#database.prepare(`SELECT count(*) AS found FROM document d WHERE d.collection = ?${sql}`).get(id, ...values)?.["found"]));
  }

  /** Number of a collection whose keys are those of its declaration; 0, which is no collection, for one never written. */
  #indexed(collection: CollectionRef): number {
    const found = this.#database.read(() => this.#documents.find(collection));
    if (found === undefined) return 0;
    return found.declaration === declarationText(collection) ? found.id : this.#database.transaction(() => this.#documents.open(collection));
  }

  #get(collection: CollectionRef, id: string): JsonObject | undefined {
    const row = this.#find.get(scopeKey(collection.scope), collection.name, bytesOf(id));
    return row && (JSON.parse(String(row["data"])) as JsonObject);
  }
}

function bytesOf(text: string): Buffer {
  return Buffer.from(requireWellFormed(text));
}
