import type { StatementSync } from "node:sqlite";
import type { BundleFile, BundleStore } from "@ambit/api-types";
import type { SqliteDatabase } from "./sqlite-database.ts";

/** The bundles of the SQLite store. */
export class SqliteBundles implements BundleStore {
  readonly #database: SqliteDatabase;
  readonly #find: StatementSync;
  readonly #add: StatementSync;
  readonly #addFile: StatementSync;
  readonly #files: StatementSync;
  readonly #remove: StatementSync;
  readonly #removeFiles: StatementSync;

  constructor(database: SqliteDatabase) {
    this.#database = database;
    this.#find = database.prepare("SELECT 1 FROM bundle WHERE digest = ?");
    this.#add = database.prepare("INSERT INTO bundle (digest) VALUES (?)");
    this.#addFile = database.prepare("INSERT INTO bundle_file (digest, path, bytes) VALUES (?, ?, ?)");
    this.#files = database.prepare("SELECT path, bytes FROM bundle_file WHERE digest = ? ORDER BY rowid");
    this.#remove = database.prepare("DELETE FROM bundle WHERE digest = ?");
    this.#removeFiles = database.prepare("DELETE FROM bundle_file WHERE digest = ?");
  }

  async put(digest: string, files: readonly BundleFile[]): Promise<void> {
    this.#database.transaction(() => {
      if (this.#find.get(digest) !== undefined) return;
      this.#add.run(digest);
      for (const { path, bytes } of files) this.#addFile.run(digest, path, bytes);
    });
  }

  async get(digest: string): Promise<readonly BundleFile[] | undefined> {
    return this.#database.read(() => {
      if (this.#find.get(digest) === undefined) return undefined;
      return this.#files.all(digest).map((row) => ({ path: String(row["path"]), bytes: row["bytes"] as Uint8Array }));
    });
  }

  async delete(digest: string): Promise<void> {
    this.#database.transaction(() => {
      this.#removeFiles.run(digest);
      this.#remove.run(digest);
    });
  }
}
