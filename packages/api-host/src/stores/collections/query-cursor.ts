import { AmbitError, type CollectionQuery } from "@ambit/api-types";

/** Where a page of a query ended: the order key and the id of its last document. */
export interface QueryPosition {
  readonly key: Buffer;
  readonly id: string;
}

/** Most characters of a cursor. */
const MOST_UNITS = 8192;

/** Writes a position down as the cursor of a query's page. */
export function writeCursor(query: CollectionQuery, position: QueryPosition): string {
  return Buffer.from(JSON.stringify([orderOf(query), position.key.toString("base64url"), position.id])).toString("base64url");
}

/**
 * Reads the position in a query's cursor; undefined where it has none.
 *
 * @throws AmbitError `INVALID_PARAMS` for what no query wrote.
 */
export function readCursor(query: CollectionQuery): QueryPosition | undefined {
  if (query.cursor === undefined) return undefined;
  if (query.cursor.length > MOST_UNITS) throw malformed();
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(query.cursor, "base64url").toString());
  } catch {
    throw malformed();
  }
  if (!Array.isArray(parsed) || parsed.length !== 3) throw malformed();
  const [order, key, id] = parsed as unknown[];
  if (order !== orderOf(query)) throw malformed();
  if (typeof key !== "string" || typeof id !== "string") throw malformed();
  return { key: Buffer.from(key, "base64url"), id };
}

/** A cursor goes on only in the order it was made in. */
function orderOf({ orderBy }: CollectionQuery): string {
  return orderBy === undefined ? "" : `${orderBy.direction} ${orderBy.field}`;
}

function malformed(): AmbitError {
  return new AmbitError("INVALID_PARAMS", "The cursor is not one that an earlier page of this query gave.");
}
