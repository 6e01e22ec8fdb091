import { expect, test } from "vitest";
import { STORAGE_BATCH, STORAGE_QUERY_FIELDS, STORAGE_QUERY_ITEMS } from "../limits/fixed-limits.ts";
import { storageCount, storageDeleteMany, storageGetMany, storagePutMany, storageQuery } from "./storage-calls.ts";

const ids = (count: number): string[] => Array.from({ length: count }, (_, at) => `n${at}`);
const where = (count: number): object => Object.fromEntries(ids(count).map((field) => [field, 1]));

test("a batch names at most a hundred documents", () => {
  for (const { params } of [storageGetMany, storageDeleteMany]) {
    expect(params.safeParse({ collection: "notes", ids: ids(STORAGE_BATCH) }).success).toBe(true);
    expect(params.safeParse({ collection: "notes", ids: ids(STORAGE_BATCH + 1) }).success).toBe(false);
  }
  const items = (count: number): object => ({ collection: "notes", items: ids(count).map((id) => ({ id, data: {} })) });
  expect([STORAGE_BATCH, STORAGE_BATCH + 1].map((count) => storagePutMany.params.safeParse(items(count)).success)).toEqual([true, false]);
});

test("a page and the fields that a query bounds are bounded", () => {
  const query = (fields: object): boolean => storageQuery.params.safeParse({ collection: "notes", ...fields }).success;
  expect([1, STORAGE_QUERY_ITEMS, 0, STORAGE_QUERY_ITEMS + 1, 1.5].map((limit) => query({ limit }))).toEqual([true, true, false, false, false]);
  expect([STORAGE_QUERY_FIELDS, STORAGE_QUERY_FIELDS + 1].map((count) => query({ where: where(count) }))).toEqual([true, false]);
});

test.each([
  [1, true],
  ["a", true],
  [false, true],
  [null, true],
  [{ gt: 1, lte: 5 }, true],
  [{ in: [1, "a"] }, true],
  [{ startsWith: "a" }, true],
  [{ near: 1 }, false],
  [{ in: [null] }, false],
  [{ in: Array.from({ length: 101 }, (_, at) => at) }, false],
  [{ startsWith: 1 }, false],
  [{ gt: null }, false],
  [[1], false],
])("a bound %j: %s", (bound, taken) => {
  expect(storageCount.params.safeParse({ collection: "notes", where: { stars: bound } }).success).toBe(taken);
});

test("a bound that is passed over would find too much: no name of a field is", () => {
  const read = (text: string) => storageCount.params.safeParse(JSON.parse(text));
  expect(read('{"collection":"notes","where":{"__proto__":1}}').success).toBe(false);
  expect(read('{"collection":"notes","where":{"a b":1}}').success).toBe(false);
  expect(read('{"collection":"notes","where":{"constructor":1,"toString":2}}')).toMatchObject({ success: true, data: { where: { constructor: 1, toString: 2 } } });
});
