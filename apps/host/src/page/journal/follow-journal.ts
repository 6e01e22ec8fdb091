import type { JournalRecord } from "@ambit/api-types";
import type { Client } from "../api/client.ts";
import { journalLines } from "../api/journal-lines.ts";

/** Records kept on the page; older ones are in the host's journal. */
const MOST_RECORDS = 500;
const RETRY_MS = 2000;

/** Who is told what comes. */
export interface JournalListener {
  readonly signal: AbortSignal;
  readonly onLive: (live: boolean) => void;
  /** All records kept, newest first. */
  readonly onRecords: (records: readonly JournalRecord[]) => void;
}

/** Follows the journal until the signal aborts; a lost connection is taken up again, and no record is shown twice. */
export async function followJournal(client: Client, listener: JournalListener): Promise<void> {
  let records: readonly JournalRecord[] = [];
  while (!listener.signal.aborted) {
    try {
      const stream = await client.journal(listener.signal);
      listener.onLive(true);
      for await (const record of journalLines(stream)) {
        if (record.seq <= (records[0]?.seq ?? 0)) continue;
        records = [record, ...records].slice(0, MOST_RECORDS);
        listener.onRecords(records);
      }
    } catch {
      // The host is away or is restarting; the next round asks again.
    }
    listener.onLive(false);
    if (!listener.signal.aborted) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}
