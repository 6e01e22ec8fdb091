import type { JournalFilter, JournalRecord, JournalStore } from "@ambit/api-types";

/** Records of one reading. */
const PAGE_RECORDS = 500;
/** How often a follower looks for what another host on the same store wrote, in milliseconds. */
const POLL_MS = 1000;

/** What following needs of the journal. */
export interface FollowSource {
  readonly store: JournalStore;
  /** Resolves when something was written here, or after `ms`. */
  changed(ms: number, signal: AbortSignal): Promise<void>;
}

/**
 * Gives the records behind `start` and then those that come, as they become durable. Everything is read from the store by
 * its number, so that nothing falls between what was there and what is new. Ends when the signal aborts.
 */
export async function* followJournal(source: FollowSource, start: Promise<number>, filter: JournalFilter | undefined, signal: AbortSignal): AsyncGenerator<JournalRecord, void, undefined> {
  let after = await start;
  while (!signal.aborted) {
    const change = source.changed(POLL_MS, signal);
    // Looked up before reading: every record up to it is seen by the reading, wanted or not.
    const last = (await source.store.tail(1)).at(-1)?.seq ?? 0;
    const records = await source.store.read({ after, limit: PAGE_RECORDS, ...(filter !== undefined && { filter }) });
    for (const record of records) {
      if (signal.aborted) return;
      yield record;
    }
    after = records.at(-1)?.seq ?? Math.max(after, last);
    if (records.length < PAGE_RECORDS) await change;
  }
}
