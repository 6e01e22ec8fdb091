import type { StatementSync } from "node:sqlite";
import type { JournalEntry, JournalFilter, JournalRecord, JournalStore } from "@ambit/api-types";
import type { SqliteDatabase } from "./sqlite-database.ts";

// Read out of the entries: a column for each would cost every append more than it saves the few readings.
const wanted = ["plugin", "outcome", "method"].map((field, at) => `(?${at + 1} IS NULL OR entry ->> '$.${field}' = ?${at + 1})`).join(" AND ");

/** The journal of the SQLite store. */
export class SqliteJournal implements JournalStore {
  readonly #database: SqliteDatabase;
  readonly #add: StatementSync;
  readonly #last: StatementSync;
  readonly #read: StatementSync;
  readonly #tail: StatementSync;
  readonly #prune: StatementSync;

  constructor(database: SqliteDatabase) {
    this.#database = database;
    this.#add = database.prepare("INSERT INTO journal (time, entry) VALUES (?, ?)");
    // AUTOINCREMENT keeps the highest number ever given there, so that it holds after the newest records were dropped.
    this.#last = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'journal'");
    this.#read = database.prepare(`SELECT seq, entry FROM journal WHERE seq > ?4 AND ${wanted} ORDER BY seq LIMIT ?5`);
    this.#tail = database.prepare(`SELECT seq, entry FROM journal WHERE ${wanted} ORDER BY seq DESC LIMIT ?4`);
    this.#prune = database.prepare("DELETE FROM journal WHERE time < ?1 OR seq <= (SELECT seq FROM journal ORDER BY seq DESC LIMIT 1 OFFSET ?2)");
  }

  async append(entries: readonly JournalEntry[]): Promise<number> {
    return this.#database.transaction(() => {
      for (const entry of entries) this.#add.run(entry.time, JSON.stringify(entry));
      return Number(this.#last.get()?.["seq"] ?? 0);
    });
  }

  async read(query: { readonly after: number; readonly limit: number; readonly filter?: JournalFilter }): Promise<readonly JournalRecord[]> {
    return this.#database.read(() => this.#read.all(...bounds(query.filter), query.after, Math.max(0, query.limit)).map(toRecord));
  }

  async tail(limit: number, filter?: JournalFilter): Promise<readonly JournalRecord[]> {
    return this.#database.read(() => this.#tail.all(...bounds(filter), Math.max(0, limit)).map(toRecord)).reverse();
  }

  async prune({ keepRecords, before }: { readonly keepRecords: number; readonly before: number }): Promise<number> {
    return this.#database.transaction(() => Number(this.#prune.run(before, Math.max(0, keepRecords)).changes));
  }
}

function bounds({ plugin, outcome, method }: JournalFilter = {}): readonly [string | null, string | null, string | null] {
  return [plugin ?? null, outcome ?? null, method ?? null];
}

function toRecord(row: Record<string, unknown>): JournalRecord {
  return { ...(JSON.parse(String(row["entry"])) as JournalEntry), seq: Number(row["seq"]) };
}
