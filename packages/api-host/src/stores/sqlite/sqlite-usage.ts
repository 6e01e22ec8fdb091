import type { StatementSync } from "node:sqlite";
import { checkQuota } from "../storage-quota.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";

/** The bytes each scope stores; booked in the transaction that changes them. */
export class SqliteUsage {
  readonly #find: StatementSync;
  readonly #put: StatementSync;

  constructor(database: SqliteDatabase) {
    this.#find = database.prepare("SELECT bytes FROM usage WHERE scope = ?");
    this.#put = database.prepare("INSERT INTO usage (scope, bytes) VALUES (?, ?) ON CONFLICT (scope) DO UPDATE SET bytes = excluded.bytes");
  }

  read(scope: string): number {
    return Number(this.#find.get(scope)?.["bytes"] ?? 0);
  }

  /** Books a change; @throws AmbitError `LIMIT_EXCEEDED` past the quota. Without a quota the change frees bytes. */
  book(scope: string, change: number, quota: number = Number.POSITIVE_INFINITY): void {
    const before = this.read(scope);
    checkQuota(before, before + change, quota);
    if (change !== 0) this.#put.run(scope, before + change);
  }
}
