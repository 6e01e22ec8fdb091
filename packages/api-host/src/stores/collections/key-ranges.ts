import { AmbitError, type JsonValue, type WhereClause } from "@ambit/api-types";
import { KEY_TEXT_BYTES, keyRank, orderKey } from "./order-key.ts";

/** Keys from `from` on, up to but without `to`. */
export interface KeyRange {
  readonly from: Buffer;
  readonly to: Buffer;
}

/** Most values of one `in`. */
const MOST_CHOICES = 1000;

/**
 * What a bound on a field matches, as ranges of order keys; a field matches when its key is in one of them.
 *
 * @throws AmbitError `INVALID_PARAMS` for a bound of another form.
 */
export function keyRanges(clause: WhereClause): readonly KeyRange[] {
  if (typeof clause !== "object" || clause === null) return [only(clause)];
  const keys = Object.keys(clause);
  if ("in" in clause) {
    if (keys.length !== 1 || !Array.isArray(clause.in) || clause.in.length > MOST_CHOICES) throw malformed();
    return clause.in.map((value) => only(comparable(value)));
  }
  if ("startsWith" in clause) {
    if (keys.length !== 1 || typeof clause.startsWith !== "string") throw malformed();
    return [startingWith(clause.startsWith)];
  }
  return [compared(clause as Readonly<Record<string, JsonValue>>)];
}

/** Tells whether a key is in one of the ranges. */
export function inRanges(key: Buffer, ranges: readonly KeyRange[]): boolean {
  return ranges.some(({ from, to }) => Buffer.compare(key, from) >= 0 && Buffer.compare(key, to) < 0);
}

function only(value: string | number | boolean | null): KeyRange {
  const key = orderKey(value);
  return { from: key, to: after(key) };
}

function startingWith(prefix: string): KeyRange {
  if (Buffer.byteLength(prefix) > KEY_TEXT_BYTES) throw malformed();
  const from = orderKey(prefix);
  const to = Buffer.from(from);
  // UTF-8 has no byte 0xff, so the last byte can always be raised.
  to[to.length - 1] = (to.at(-1) ?? 0) + 1;
  return { from, to };
}

function compared(bounds: Readonly<Record<string, JsonValue>>): KeyRange {
  const entries = Object.entries(bounds);
  const kind = typeof entries[0]?.[1];
  if (entries.length === 0 || entries.some(([, value]) => typeof value !== kind)) throw malformed();
  const rank = kind === "number" ? keyRank.number : keyRank.text;
  let from: Buffer = Buffer.of(rank);
  let to: Buffer = Buffer.of(rank + 1);
  for (const [name, value] of entries) {
    const key = orderKey(comparable(value));
    if (name === "gt" || name === "gte") from = largest(from, name === "gt" ? after(key) : key);
    else if (name === "lt" || name === "lte") to = smallest(to, name === "lt" ? key : after(key));
    else throw malformed();
  }
  return { from, to };
}

function comparable(value: unknown): string | number {
  if (typeof value === "string" || (typeof value === "number" && Number.isFinite(value))) return value;
  throw malformed();
}

/** The first key behind one. */
function after(key: Buffer): Buffer {
  return Buffer.concat([key, Buffer.of(0)]);
}

function largest(left: Buffer, right: Buffer): Buffer {
  return Buffer.compare(left, right) >= 0 ? left : right;
}

function smallest(left: Buffer, right: Buffer): Buffer {
  return Buffer.compare(left, right) <= 0 ? left : right;
}

function malformed(): AmbitError {
  return new AmbitError("INVALID_PARAMS", "A bound is a value, { gt, gte, lt, lte } of one type, { in } or { startsWith }.");
}
