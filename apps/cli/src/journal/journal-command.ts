import { existsSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { AmbitError, type JournalFilter, type JournalRecord, type JournalStore, type JsonValue } from "@ambit/api-types";
import { createSqliteStore } from "@ambit/api-host/sqlite";
import { storeFile } from "../run/open-host.ts";
import type { Output } from "../terminal/output.ts";
import { exportJournal } from "./export-journal.ts";
import { recordLine } from "./record-line.ts";

/** What `ambit journal` was asked. */
export interface JournalRequest {
  readonly data: string;
  readonly filter: JournalFilter;
  readonly last: number;
  readonly follow: boolean;
  /** File that all records are written to, in place of printing the last. */
  readonly exportTo?: string;
  /** Ends following. */
  readonly signal: AbortSignal;
}

/** The journal belongs to another process that may be writing to it, so new records are asked for this often. */
const POLL_MS = 200;

/** Prints the journal of a data folder, and with `--follow` what comes after. */
export async function journalCommand(request: JournalRequest, output: Output): Promise<void> {
  const file = storeFile(request.data);
  if (!existsSync(file)) throw new AmbitError("HOST_CONFIG_INVALID", `No journal is in "${request.data}". Name the host's data folder with --data.`);
  const store = createSqliteStore(file);
  try {
    if (request.exportTo !== undefined) {
      const count = await exportJournal(store.journal, request.exportTo, request.filter);
      output.result({ file: request.exportTo, records: count }, `${count} records are in ${request.exportTo}.`);
      return;
    }
    const records = await store.journal.tail(request.last, request.filter);
    for (const record of records) print(record, output);
    if (request.follow) await follow(store.journal, records.at(-1)?.seq ?? 0, request, output);
  } finally {
    await store.close();
  }
}

async function follow(journal: JournalStore, start: number, request: JournalRequest, output: Output): Promise<void> {
  let after = start;
  while (!request.signal.aborted) {
    const records = await journal.read({ after, limit: 500, filter: request.filter });
    for (const record of records) {
      print(record, output);
      after = record.seq;
    }
    await wait(POLL_MS, undefined, { signal: request.signal }).catch(() => undefined);
  }
}

function print(record: JournalRecord, output: Output): void {
  output.result(record as unknown as JsonValue, recordLine(record));
}
