import type { CollectionQuery, CollectionRef, WhereClause } from "@ambit/api-types";
import { requireDeclared } from "../collections/declared-keys.ts";
import { type KeyRange, keyRanges } from "../collections/key-ranges.ts";
import { readCursor } from "../collections/query-cursor.ts";
import { fieldIndex } from "./sqlite-documents.ts";

/** A statement and what is bound to it. Nothing of a guest ever stands in the text. */
export interface BoundSql {
  readonly sql: string;
  readonly values: readonly (string | number | Uint8Array)[];
}

/**
 * The documents of the collection numbered `id` that a `where` matches, as a condition on `document d`.
 *
 * @param isOrdered the documents come in the order of an index: what is looked up for each of them may stop early.
 * @throws AmbitError `INVALID_PARAMS`.
 */
export function whereSql(collection: CollectionRef, id: number, where: CollectionQuery["where"], isOrdered: boolean = false): BoundSql {
  const bounds = Object.entries(where ?? {})
    .map(([field, clause]): Bound => ({ index: fieldIndex(requireDeclared(collection.declaration, field)), ranges: keyRanges(clause), isPoint: isPoint(clause) }))
    // The first one may be gathered: one that matches single values matches least.
    .sort((left, right) => Number(right.isPoint) - Number(left.isPoint));
  const conditions = bounds.map((bound, at) => (bound.isPoint || (at === 0 && !isOrdered) ? gathered(bound, id) : lookedUp(bound, id)));
  return { sql: conditions.map(({ sql }) => ` AND ${sql}`).join(""), values: conditions.flatMap(({ values }) => values) };
}

interface Bound {
  readonly index: string;
  readonly ranges: readonly KeyRange[];
  /** Matches single values: equal to one, or one of several. */
  readonly isPoint: boolean;
}

function isPoint(clause: WhereClause): boolean {
  return typeof clause !== "object" || clause === null || "in" in clause;
}

/** Gathers all that match, once for the whole query: nothing in it depends on the document. */
function gathered({ index, ranges }: Bound, id: number): BoundSql {
  if (ranges.length === 0) return { sql: "FALSE", values: [] };
  // A table of ranges, taken one by one (CROSS JOIN): SQLite bounds how deep an expression is, and a chain of as many ORs would pass that.
  const rows = ranges.map(() => "(?, ?)").join(", ");
  const sql = `d.id IN (SELECT k.id FROM (VALUES ${rows}) r CROSS JOIN document_key k ON k.collection = ? AND k.name = ? AND k.key >= r.column1 AND k.key < r.column2)`;
  return { sql, values: [...ranges.flatMap(({ from, to }) => [from, to]), id, index] };
}

/** Looks at one key of each document that is left by then. */
function lookedUp({ index, ranges }: Bound, id: number): BoundSql {
  const inside = ranges.map(() => "(k.key >= ? AND k.key < ?)").join(" OR ");
  const sql = `EXISTS (SELECT 1 FROM document_key k WHERE k.collection = ? AND k.id = d.id AND k.name = ? AND (${inside}))`;
  return { sql, values: [id, index, ...ranges.flatMap(({ from, to }) => [from, to])] };
}

/**
 * One page of a query: rows of `id`, `data` and the order key, one more than asked for where there are more.
 *
 * @throws AmbitError `INVALID_PARAMS`.
 */
export function querySql(collection: CollectionRef, id: number, query: CollectionQuery): BoundSql {
  const { orderBy } = query;
  const matched = whereSql(collection, id, query.where, orderBy !== undefined);
  const position = readCursor(collection, query);
  const direction = orderBy?.direction === "desc" ? "DESC" : "ASC";
  const beyond = direction === "DESC" ? "<" : ">";
  const document = position && Buffer.from(position.id);
  if (orderBy === undefined) {
    const from = document === undefined ? "" : " AND d.id > ?";
    const sql = `SELECT d.id, d.data, x'' AS key FROM document d WHERE d.collection = ?${matched.sql}${from} ORDER BY d.id LIMIT ?`;
    return { sql, values: [id, ...matched.values, ...(document === undefined ? [] : [document]), query.limit + 1] };
  }
  const index = fieldIndex(requireDeclared(collection.declaration, orderBy.field));
  const from = position === undefined ? "" : ` AND (o.key, o.id) ${beyond} (?, ?)`;
  const sql = `SELECT d.id, d.data, o.key FROM document_key o JOIN document d ON d.collection = o.collection AND d.id = o.id
    WHERE o.collection = ? AND o.name = ?${matched.sql}${from} ORDER BY o.key ${direction}, o.id ${direction} LIMIT ?`;
  return { sql, values: [id, index, ...matched.values, ...(position === undefined || document === undefined ? [] : [position.key, document]), query.limit + 1] };
}
