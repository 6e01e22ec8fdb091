import { MESSAGE_BYTES } from "@ambit/api-types";

/**
 * Bytes of stored texts past which a page takes nothing more. The rest of a message has room for the names, and nobody has to
 * read a whole store into memory to find that it fits into no message.
 */
const PAGE_BYTES: number = MESSAGE_BYTES / 2;

/** What stands on a page, and whether more follows. */
export interface PageOf<Row> {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
}

/**
 * Fills a page from rows in order, reading no further than it has to: at most `limit`, and fewer where they are large
 * together. The first always stands on it.
 */
export function pageOf<Row>(rows: Iterable<Row>, limit: number, bytesOf: (row: Row) => number): PageOf<Row> {
  const page: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    bytes += bytesOf(row);
    if (page.length >= limit || (page.length > 0 && bytes > PAGE_BYTES)) return { rows: page, hasMore: true };
    page.push(row);
  }
  return { rows: page, hasMore: false };
}
