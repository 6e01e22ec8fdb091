import { createHash } from "node:crypto";
import { AmbitError, type CollectionQuery, type CollectionRef } from "@ambit/api-types";

/** Where a page of a query ended: the order key and the id of its last document. */
export interface QueryPosition {
  readonly key: Buffer;
  readonly id: string;
}

/** Most characters of a cursor. */
const MOST_UNITS = 8192;

/** Writes a position down as the cursor of a query's page. */
export function writeCursor(collection: CollectionRef, query: CollectionQuery, position: QueryPosition): string {
  return Buffer.from(JSON.stringify([fingerprint(collection, query), position.key.toString("base64url"), position.id])).toString("base64url");
}

/**
 * Reads the position in a query's cursor; undefined where it has none.
 *
 * @throws AmbitError `INVALID_PARAMS` for what no page of the same query gave.
 */
export function readCursor(collection: CollectionRef, query: CollectionQuery): QueryPosition | undefined {
  if (query.cursor === undefined) return undefined;
  if (query.cursor.length > MOST_UNITS) throw malformed();
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(query.cursor, "base64url").toString());
  } catch {
    throw malformed();
  }
  if (!Array.isArray(parsed) || parsed.length !== 3) throw malformed();
  const [of, key, id] = parsed as unknown[];
  if (of !== fingerprint(collection, query)) throw malformed();
  if (typeof key !== "string" || typeof id !== "string") throw malformed();
  return { key: Buffer.from(key, "base64url"), id };
}

/** A cursor goes on only in the query it was made in: its collection, bounds and order. The limit may differ from page to page. */
function fingerprint({ name }: CollectionRef, { where = {}, orderBy }: CollectionQuery): string {
  const bounds = Object.entries(where).sort(([left], [right]) => (left < right ? -1 : 1));
  const order = orderBy === undefined ? null : [orderBy.field, orderBy.direction];
  return createHash("sha256").update(JSON.stringify([name, bounds, order])).digest("base64url").slice(0, 22);
}

function malformed(): AmbitError {
  return new AmbitError("INVALID_PARAMS", "The cursor is not one that an earlier page of this query gave.");
}
