import type { HostStore } from "@ambit/api-types";
import { pluginDataDeletion } from "./delete-plugin-data.ts";
import { SqliteBundles } from "./sqlite-bundles.ts";
import { SqliteCollections } from "./sqlite-collections.ts";
import { SqliteDatabase } from "./sqlite-database.ts";
import { SqliteJournal } from "./sqlite-journal.ts";
import { SqliteKv } from "./sqlite-kv.ts";
import { SqliteLeases } from "./sqlite-leases.ts";
import { SqliteGrants, SqliteInstalls } from "./sqlite-records.ts";
import { SqliteSecrets } from "./sqlite-secrets.ts";
import { SqliteSettings } from "./sqlite-settings.ts";
import { SqliteUsage } from "./sqlite-usage.ts";

/**
 * The embedded store: one SQLite file in WAL mode, every write on disk when it resolves. Several processes of one machine
 * may have it open.
 *
 * @param file the database file; made when missing, readable by its owner alone. Its folder must exist. `:memory:` for one
 *   that no file holds.
 * @throws AmbitError `STORE_FAILED`.
 */
export function createSqliteStore(file: string): HostStore {
  const database = new SqliteDatabase(file);
  const usage = new SqliteUsage(database);
  return {
    specificationVersion: 1,
    bundles: new SqliteBundles(database),
    installs: new SqliteInstalls(database),
    grants: new SqliteGrants(database),
    kv: new SqliteKv(database, usage),
    collections: new SqliteCollections(database, usage),
    journal: new SqliteJournal(database),
    leases: new SqliteLeases(database),
    secrets: new SqliteSecrets(database),
    settings: new SqliteSettings(database),
    deleteData: pluginDataDeletion(database),
    close: async () => database.close(),
  };
}
