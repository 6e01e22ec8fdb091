import type { StatementSync } from "node:sqlite";
import type { SecretStore, StoreScope } from "@ambit/api-types";
import { scopeKey } from "../scope-key.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";

/** The secrets of the SQLite store. Values stand in the file as JSON texts, which carry any string. */
export class SqliteSecrets implements SecretStore {
  readonly #database: SqliteDatabase;
  readonly #find: StatementSync;
  readonly #put: StatementSync;
  readonly #remove: StatementSync;
  readonly #names: StatementSync;

  constructor(database: SqliteDatabase) {
    this.#database = database;
    this.#find = database.prepare("SELECT value FROM secret WHERE scope = ? AND name = ?");
    this.#put = database.prepare("INSERT INTO secret (scope, name, value) VALUES (?, ?, ?) ON CONFLICT (scope, name) DO UPDATE SET value = excluded.value");
    this.#remove = database.prepare("DELETE FROM secret WHERE scope = ? AND name = ?");
    this.#names = database.prepare("SELECT name FROM secret WHERE scope = ? ORDER BY name");
  }

  async get(scope: StoreScope, name: string): Promise<string | undefined> {
    const row = this.#database.read(() => this.#find.get(scopeKey(scope), name));
    return row && (JSON.parse(String(row["value"])) as string);
  }

  async set(scope: StoreScope, name: string, value: string): Promise<void> {
    this.#database.transaction(() => this.#put.run(scopeKey(scope), name, JSON.stringify(value)));
  }

  async delete(scope: StoreScope, name: string): Promise<boolean> {
    return this.#database.transaction(() => this.#remove.run(scopeKey(scope), name).changes > 0);
  }

  async list(scope: StoreScope): Promise<readonly string[]> {
    return this.#database.read(() => this.#names.all(scopeKey(scope))).map((row) => String(row["name"]));
  }
}
