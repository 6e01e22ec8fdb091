import { closeSync, openSync } from "node:fs";
import { resolve } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { AmbitError } from "@ambit/api-types";
import { SCHEMA_VERSION, schema } from "./sqlite-schema.ts";

/** How long a process waits for another one's write, in milliseconds. */
const BUSY_MS = 10_000;

/**
 * One open database file. Its parts run synchronously: between the first and the last statement of one operation nothing
 * else of this process runs, and a transaction keeps other processes out.
 */
export class SqliteDatabase {
  readonly #database: DatabaseSync;

  /** @throws AmbitError `STORE_FAILED` where the file cannot be opened, or was written by a newer version. */
  constructor(file: string) {
    this.#database = guarded(() => openDatabase(file));
    try {
      this.transaction(() => this.#prepareSchema());
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  prepare(sql: string): StatementSync {
    return guarded(() => this.#database.prepare(sql));
  }

  /** Runs reads; what SQLite throws becomes `STORE_FAILED`. */
  read<Result>(work: () => Result): Result {
    return guarded(work);
  }

  /** Runs writes as one transaction: all of them are on disk when it returns, or none when it throws. */
  transaction<Result>(work: () => Result): Result {
    return guarded(() => {
      this.#database.exec("BEGIN IMMEDIATE");
      try {
        const result = work();
        this.#database.exec("COMMIT");
        return result;
      } catch (error) {
        this.#rollBack();
        throw error;
      }
    });
  }

  /** Closes the file; closing again does nothing. */
  close(): void {
    if (this.#database.isOpen) guarded(() => this.#database.close());
  }

  #prepareSchema(): void {
    const version = Number(this.#database.prepare("PRAGMA user_version").get()?.["user_version"]);
    if (version === 0) this.#database.exec(schema);
    else if (version !== SCHEMA_VERSION) throw new AmbitError("STORE_FAILED", `The store has version ${version}; this host reads version ${SCHEMA_VERSION}.`);
  }

  /** SQLite ends a transaction by itself after some failures. */
  #rollBack(): void {
    if (this.#database.isOpen && this.#database.isTransaction) this.#database.exec("ROLLBACK");
  }
}

/** SQLite's name for a database without a file. */
const IN_MEMORY = ":memory:";

function openDatabase(file: string): DatabaseSync {
  // Made before SQLite opens it, so that secrets in it are never readable by others. Absolute, so that no name means more than a file.
  const place = file === IN_MEMORY ? file : resolve(file);
  if (place !== IN_MEMORY) closeSync(openSync(place, "a", 0o600));
  const database = new DatabaseSync(place, { timeout: BUSY_MS });
  try {
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF;");
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function guarded<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (AmbitError.isInstance(error)) throw error;
    throw new AmbitError("STORE_FAILED", "The store could not be read or written.", { cause: error });
  }
}
