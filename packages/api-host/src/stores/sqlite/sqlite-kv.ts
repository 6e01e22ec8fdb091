import type { StatementSync } from "node:sqlite";
import type { JsonValue, KvStore, Page, StoreScope } from "@ambit/api-types";
import { pageOf } from "../page-of.ts";
import { scopeKey } from "../scope-key.ts";
import { requireWellFormed, storedText } from "../stored-text.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";
import type { SqliteUsage } from "./sqlite-usage.ts";

/** The key-value part of the SQLite store. */
export class SqliteKv implements KvStore {
  readonly #database: SqliteDatabase;
  readonly #usage: SqliteUsage;
  readonly #find: StatementSync;
  readonly #size: StatementSync;
  readonly #put: StatementSync;
  readonly #remove: StatementSync;
  readonly #page: StatementSync;

  constructor(database: SqliteDatabase, usage: SqliteUsage) {
    this.#database = database;
    this.#usage = usage;
    this.#find = database.prepare("SELECT value FROM kv WHERE scope = ? AND key = ?");
    this.#size = database.prepare("SELECT octet_length(key) + octet_length(value) AS bytes FROM kv WHERE scope = ? AND key = ?");
    this.#put = database.prepare("INSERT INTO kv (scope, key, value) VALUES (?, ?, ?) ON CONFLICT (scope, key) DO UPDATE SET value = excluded.value");
    this.#remove = database.prepare("DELETE FROM kv WHERE scope = ? AND key = ?");
    this.#page = database.prepare("SELECT key, value FROM kv WHERE scope = ? AND key >= ? AND key < ? AND key IS NOT ? ORDER BY key LIMIT ?");
  }

  async get(scope: StoreScope, key: string): Promise<JsonValue | undefined> {
    const row = this.#database.read(() => this.#find.get(scopeKey(scope), bytesOf(key)));
    return row && (JSON.parse(String(row["value"])) as JsonValue);
  }

  async set(scope: StoreScope, key: string, value: JsonValue, quota: number): Promise<void> {
    const owner = scopeKey(scope);
    const stored = storedText(key, value);
    const name = bytesOf(key);
    this.#database.transaction(() => {
      this.#usage.book(owner, stored.bytes - this.#sizeOf(owner, name), quota);
      this.#put.run(owner, name, stored.text);
    });
  }

  async delete(scope: StoreScope, key: string): Promise<boolean> {
    const owner = scopeKey(scope);
    const name = bytesOf(key);
    return this.#database.transaction(() => {
      this.#usage.book(owner, -this.#sizeOf(owner, name));
      return this.#remove.run(owner, name).changes > 0;
    });
  }

  async list(scope: StoreScope, query: { readonly prefix: string; readonly limit: number; readonly cursor?: string }): Promise<Page<{ readonly key: string; readonly value: JsonValue }>> {
    const prefix = bytesOf(query.prefix);
    const cursor = query.cursor === undefined ? null : bytesOf(query.cursor);
    const from = cursor !== null && Buffer.compare(cursor, prefix) > 0 ? cursor : prefix;
    // UTF-8 has no byte 0xff, so everything that starts with the prefix is below this.
    const to = Buffer.concat([prefix, Buffer.of(0xff)]);
    const found = this.#database.read(() => pageOf(this.#page.iterate(scopeKey(scope), from, to, cursor, query.limit + 1), query.limit, (row) => Buffer.byteLength(String(row["value"]))));
    const items = found.rows.map((row) => ({ key: Buffer.from(row["key"] as Uint8Array).toString(), value: JSON.parse(String(row["value"])) as JsonValue }));
    const last = items.at(-1);
    return found.hasMore && last !== undefined ? { items, cursor: last.key } : { items };
  }

  async usedBytes(scope: StoreScope): Promise<number> {
    return this.#database.read(() => this.#usage.read(scopeKey(scope)));
  }

  #sizeOf(scope: string, key: Buffer): number {
    return Number(this.#size.get(scope, key)?.["bytes"] ?? 0);
  }
}

function bytesOf(text: string): Buffer {
  return Buffer.from(requireWellFormed(text));
}
