import type { StatementSync } from "node:sqlite";
import type { PluginSettings, SettingsStore, StoreScope } from "@ambit/api-types";
import { scopeKey } from "../scope-key.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";

/** The settings of the SQLite store. */
export class SqliteSettings implements SettingsStore {
  readonly #database: SqliteDatabase;
  readonly #find: StatementSync;
  readonly #put: StatementSync;

  constructor(database: SqliteDatabase) {
    this.#database = database;
    this.#find = database.prepare("SELECT settings FROM settings WHERE scope = ?");
    this.#put = database.prepare("INSERT INTO settings (scope, settings) VALUES (?, ?) ON CONFLICT (scope) DO UPDATE SET settings = excluded.settings");
  }

  async get(scope: StoreScope): Promise<PluginSettings> {
    const row = this.#database.read(() => this.#find.get(scopeKey(scope)));
    return row === undefined ? { accounts: [], config: {} } : (JSON.parse(String(row["settings"])) as PluginSettings);
  }

  async put(scope: StoreScope, settings: PluginSettings): Promise<void> {
    this.#database.transaction(() => this.#put.run(scopeKey(scope), JSON.stringify(settings)));
  }
}
