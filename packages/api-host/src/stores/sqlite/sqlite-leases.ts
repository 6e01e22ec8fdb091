import type { StatementSync } from "node:sqlite";
import type { Lease, LeaseStore } from "@ambit/api-types";
import type { SqliteDatabase } from "./sqlite-database.ts";

/** The leases of the SQLite store. */
export class SqliteLeases implements LeaseStore {
  readonly #database: SqliteDatabase;
  readonly #take: StatementSync;
  readonly #release: StatementSync;
  readonly #expired: StatementSync;

  constructor(database: SqliteDatabase) {
    this.#database = database;
    this.#take = database.prepare(
      `INSERT INTO lease (name, holder, expires_at) VALUES (?1, ?2, ?3)
       ON CONFLICT (name) DO UPDATE SET holder = ?2, expires_at = ?3 WHERE holder = ?2 OR expires_at <= ?4`,
    );
    this.#release = database.prepare("DELETE FROM lease WHERE name = ? AND holder = ?");
    this.#expired = database.prepare("SELECT name, holder, expires_at FROM lease WHERE expires_at <= ? ORDER BY name");
  }

  async acquire(name: string, holder: string, ttlMs: number, now: number): Promise<Lease | undefined> {
    const expiresAt = now + ttlMs;
    const { changes } = this.#database.transaction(() => this.#take.run(name, holder, expiresAt, now));
    return changes > 0 ? { name, holder, expiresAt } : undefined;
  }

  async release(name: string, holder: string): Promise<void> {
    this.#database.transaction(() => this.#release.run(name, holder));
  }

  async expired(now: number): Promise<readonly Lease[]> {
    return this.#database
      .read(() => this.#expired.all(now))
      .map((row) => ({ name: String(row["name"]), holder: String(row["holder"]), expiresAt: Number(row["expires_at"]) }));
  }
}
