import type { StatementSync } from "node:sqlite";
import type { GrantRecord, GrantStore, InstallRecord, InstallStore } from "@ambit/api-types";
import type { SqliteDatabase } from "./sqlite-database.ts";

/** Records by plugin id in a table of their own. */
class SqliteRecords<Value extends { readonly pluginId: string }> {
  readonly #database: SqliteDatabase;
  readonly #find: StatementSync;
  readonly #all: StatementSync;
  readonly #put: StatementSync;
  readonly #remove: StatementSync;

  protected constructor(database: SqliteDatabase, table: "install" | "consent") {
    this.#database = database;
    this.#find = database.prepare(`SELECT record FROM ${table} WHERE plugin_id = ?`);
    this.#all = database.prepare(`SELECT record FROM ${table} ORDER BY plugin_id`);
    this.#put = database.prepare(`INSERT INTO ${table} (plugin_id, record) VALUES (?, ?) ON CONFLICT (plugin_id) DO UPDATE SET record = excluded.record`);
    this.#remove = database.prepare(`DELETE FROM ${table} WHERE plugin_id = ?`);
  }

  async get(pluginId: string): Promise<Value | undefined> {
    const row = this.#database.read(() => this.#find.get(pluginId));
    return row && (JSON.parse(String(row["record"])) as Value);
  }

  async list(): Promise<readonly Value[]> {
    return this.#database.read(() => this.#all.all()).map((row) => JSON.parse(String(row["record"])) as Value);
  }

  async put(record: Value): Promise<void> {
    this.#database.transaction(() => this.#put.run(record.pluginId, JSON.stringify(record)));
  }

  async delete(pluginId: string): Promise<void> {
    this.#database.transaction(() => this.#remove.run(pluginId));
  }
}

/** The installed plugins of the SQLite store. */
export class SqliteInstalls extends SqliteRecords<InstallRecord> implements InstallStore {
  constructor(database: SqliteDatabase) {
    super(database, "install");
  }
}

/** The grants of the SQLite store. */
export class SqliteGrants extends SqliteRecords<GrantRecord> implements GrantStore {
  constructor(database: SqliteDatabase) {
    super(database, "consent");
  }
}
