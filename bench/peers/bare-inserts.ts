import { DatabaseSync, type StatementSync } from "node:sqlite";

/** A table of a SQLite file, set up for durable writes as a journal needs them, with nothing of Ambit in it. */
export class BareInserts {
  readonly #database: DatabaseSync;
  readonly #add: StatementSync;

  constructor(file: string) {
    this.#database = new DatabaseSync(file);
    this.#database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE records (seq INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, entry TEXT NOT NULL)");
    this.#add = this.#database.prepare("INSERT INTO records (time, entry) VALUES (?, ?)");
  }

  /** Writes entries in one transaction. */
  write(entries: readonly { readonly time: number }[]): void {
    this.#database.exec("BEGIN IMMEDIATE");
    for (const entry of entries) this.#add.run(entry.time, JSON.stringify(entry));
    this.#database.exec("COMMIT");
  }

  close(): void {
    this.#database.close();
  }
}
