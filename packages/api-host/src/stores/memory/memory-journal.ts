import type { JournalEntry, JournalFilter, JournalRecord, JournalStore } from "@ambit/api-types";
import { matchesFilter } from "../journal-filter.ts";

/** The journal of the memory store. */
export class MemoryJournal implements JournalStore {
  #records: JournalRecord[] = [];
  #last = 0;

  async append(entries: readonly JournalEntry[]): Promise<number> {
    for (const entry of entries) this.#records.push(numbered(entry, ++this.#last));
    return this.#last;
  }

  async read(query: { readonly after: number; readonly limit: number; readonly filter?: JournalFilter }): Promise<readonly JournalRecord[]> {
    const found: JournalRecord[] = [];
    for (let at = this.#firstAfter(query.after); at < this.#records.length && found.length < query.limit; at++) {
      const record = this.#records[at];
      if (record !== undefined && matchesFilter(record, query.filter)) found.push(copied(record));
    }
    return found;
  }

  async tail(limit: number, filter?: JournalFilter): Promise<readonly JournalRecord[]> {
    if (limit <= 0) return [];
    return this.#records
      .filter((record) => matchesFilter(record, filter))
      .slice(-limit)
      .map(copied);
  }

  async prune(bounds: { readonly keepRecords: number; readonly before: number }): Promise<number> {
    const count = this.#records.length;
    const oldest = Math.max(0, count - bounds.keepRecords);
    this.#records = this.#records.slice(oldest).filter(({ time }) => time >= bounds.before);
    return count - this.#records.length;
  }

  /** Records are in the order of `seq`, so the place is found by halving. */
  #firstAfter(seq: number): number {
    let low = 0;
    let high = this.#records.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#records[middle]?.seq ?? 0) > seq) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

function copied<Entry extends JournalEntry>(entry: Entry): Entry {
  return entry.args === undefined ? { ...entry } : { ...entry, args: [...entry.args] };
}

function numbered(entry: JournalEntry, seq: number): JournalRecord {
  return entry.args === undefined ? { ...entry, seq } : { ...entry, args: [...entry.args], seq };
}
