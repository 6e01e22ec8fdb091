import type { CollectionQuery, CollectionRef } from "@ambit/api-types";
import { requireDeclared } from "../collections/declared-keys.ts";
import { keyRanges } from "../collections/key-ranges.ts";
import { readCursor } from "../collections/query-cursor.ts";
import { fieldIndex } from "./sqlite-documents.ts";

/** A statement and what is bound to it. Nothing of a guest ever stands in the text. */
export interface BoundSql {
  readonly sql: string;
  readonly values: readonly (string | number | Uint8Array)[];
}

/**
 * The documents that a `where` matches, as a condition on `document d`.
 *
 * @throws AmbitError `INVALID_PARAMS`.
 */
export function whereSql(collection: CollectionRef, where: CollectionQuery["where"]): BoundSql {
  const values: (string | Uint8Array)[] = [];
  const conditions = Object.entries(where ?? {}).map(([field, clause]) => {
    const ranges = keyRanges(clause);
    const index = fieldIndex(requireDeclared(collection.declaration, field));
    if (ranges.length === 0) return "FALSE";
    values.push(...ranges.flatMap(({ from, to }) => [from, to]), index);
    // A table of ranges: SQLite bounds how deep an expression is, and a chain of as many ORs would pass that.
    const rows = ranges.map(() => "(?, ?)").join(", ");
    return `d.id IN (SELECT k.id FROM (VALUES ${rows}) r JOIN document_key k ON k.collection = d.collection AND k.name = ? AND k.key >= r.column1 AND k.key < r.column2)`;
  });
  return { sql: conditions.map((condition) => ` AND ${condition}`).join(""), values };
}

/**
 * One page of a query: rows of `id`, `data` and the order key, one more than asked for where there are more.
 *
 * @throws AmbitError `INVALID_PARAMS`.
 */
export function querySql(collection: CollectionRef, id: number, query: CollectionQuery): BoundSql {
  const { orderBy } = query;
  const matched = whereSql(collection, query.where);
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
