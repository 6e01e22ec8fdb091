import type { StatementSync } from "node:sqlite";
import type { CollectionRef, JsonObject } from "@ambit/api-types";
import { declaredFields, fieldKey, uniqueKeys } from "../collections/declared-keys.ts";
import { scopeKey } from "../scope-key.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";

/** Name under which the keys of a field stand in `document_key`. */
export function fieldIndex(field: string): string {
  return `field ${field}`;
}

/** Name under which the keys of a unique index stand there. */
function uniqueIndex(index: string): string {
  return `unique ${index}`;
}

/**
 * The rows of one document: its text, and one key per declared field and unique index. Its methods run inside the caller's
 * transaction.
 */
export class SqliteDocuments {
  readonly #findCollection: StatementSync;
  readonly #addCollection: StatementSync;
  readonly #declare: StatementSync;
  readonly #all: StatementSync;
  readonly #size: StatementSync;
  readonly #put: StatementSync;
  readonly #remove: StatementSync;
  readonly #addKey: StatementSync;
  readonly #removeKeys: StatementSync;
  readonly #removeAllKeys: StatementSync;
  readonly #claimed: StatementSync;

  constructor(database: SqliteDatabase) {
    this.#findCollection = database.prepare("SELECT id, declaration FROM collection WHERE scope = ? AND name = ?");
    this.#addCollection = database.prepare("INSERT INTO collection (scope, name, declaration) VALUES (?, ?, ?)");
    this.#declare = database.prepare("UPDATE collection SET declaration = ? WHERE id = ?");
    this.#all = database.prepare("SELECT id, data FROM document WHERE collection = ?");
    this.#size = database.prepare("SELECT octet_length(id) + octet_length(data) AS bytes FROM document WHERE collection = ? AND id = ?");
    this.#put = database.prepare("INSERT INTO document (collection, id, data) VALUES (?, ?, ?) ON CONFLICT (collection, id) DO UPDATE SET data = excluded.data");
    this.#remove = database.prepare("DELETE FROM document WHERE collection = ? AND id = ?");
    this.#addKey = database.prepare("INSERT INTO document_key (collection, name, key, id) VALUES (?, ?, ?, ?)");
    this.#removeKeys = database.prepare("DELETE FROM document_key WHERE collection = ? AND id = ?");
    this.#removeAllKeys = database.prepare("DELETE FROM document_key WHERE collection = ?");
    this.#claimed = database.prepare("SELECT 1 FROM document_key WHERE collection = ? AND name = ? AND key = ? AND id <> ?");
  }

  /** Number of a collection that has been written; undefined for one that has not. */
  find(collection: CollectionRef): { readonly id: number; readonly declaration: string } | undefined {
    const row = this.#findCollection.get(scopeKey(collection.scope), collection.name);
    return row && { id: Number(row["id"]), declaration: String(row["declaration"]) };
  }

  /** Number of a collection, made when missing, its keys made anew where its declaration is another one. */
  open(collection: CollectionRef): number {
    const declaration = declarationText(collection);
    const found = this.find(collection);
    if (found === undefined) return Number(this.#addCollection.run(scopeKey(collection.scope), collection.name, declaration).lastInsertRowid);
    if (found.declaration === declaration) return found.id;
    this.#removeAllKeys.run(found.id);
    for (const row of this.#all.all(found.id)) this.#index(collection, found.id, row["id"] as Uint8Array, JSON.parse(String(row["data"])) as JsonObject);
    this.#declare.run(declaration, found.id);
    return found.id;
  }

  /** Bytes that the quota counts for a document; 0 where there is none. */
  sizeOf(id: number, document: Uint8Array): number {
    return Number(this.#size.get(id, document)?.["bytes"] ?? 0);
  }

  put(collection: CollectionRef, id: number, document: Uint8Array, text: string): void {
    this.#removeKeys.run(id, document);
    this.#put.run(id, document, text);
    this.#index(collection, id, document, JSON.parse(text) as JsonObject);
  }

  remove(id: number, document: Uint8Array): void {
    this.#removeKeys.run(id, document);
    this.#remove.run(id, document);
  }

  /** The unique index in which another document has what this one claims; undefined where there is none. */
  violated(collection: CollectionRef, id: number, document: Uint8Array, data: JsonObject): string | undefined {
    return uniqueKeys(collection.declaration, data).find(({ index, key }) => this.#claimed.get(id, uniqueIndex(index), key, document) !== undefined)?.index;
  }

  #index({ declaration }: CollectionRef, id: number, document: Uint8Array, data: JsonObject): void {
    for (const field of declaredFields(declaration)) this.#addKey.run(id, fieldIndex(field), fieldKey(data, field), document);
    for (const { index, key } of uniqueKeys(declaration, data)) this.#addKey.run(id, uniqueIndex(index), key, document);
  }
}

/** A declaration as it is kept, to see when it is another one. */
export function declarationText({ declaration }: CollectionRef): string {
  return JSON.stringify([declaration.indexes ?? [], declaration.uniqueIndexes ?? []]);
}
