import type { JournalEntry, JournalFilter } from "@ambit/api-types";

/** Tells whether a journal entry is one that a reader wants. */
export function matchesFilter(entry: JournalEntry, filter: JournalFilter = {}): boolean {
  if (filter.plugin !== undefined && entry.plugin !== filter.plugin) return false;
  if (filter.outcome !== undefined && entry.outcome !== filter.outcome) return false;
  return filter.method === undefined || entry.method === filter.method;
}
