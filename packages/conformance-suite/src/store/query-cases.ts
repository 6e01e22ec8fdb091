import assert from "node:assert/strict";
import type { CollectionQuery, CollectionRef, HostStore, JsonObject, JsonValue, WhereClause } from "@ambit/api-types";
import { allPages, fitsMessage, rejectsWith, type StoreCase, storeCases } from "./store-case.ts";

const things: CollectionRef = { scope: { pluginId: "notes" }, name: "things", declaration: { indexes: ["v", ["group", "rank"]] } };

async function fill(store: HostStore, documents: Readonly<Record<string, JsonObject>>): Promise<void> {
  await store.collections.putMany(things, Object.entries(documents).map(([id, data]) => ({ id, data })), 1_000_000);
}

async function ids(store: HostStore, query: Omit<CollectionQuery, "limit">, limit = 100): Promise<string[]> {
  const items = await allPages(limit, (cursor) => store.collections.query(things, { ...query, limit, ...cursor }));
  return items.map(({ id }) => id);
}

async function matched(store: HostStore, v: WhereClause): Promise<string[]> {
  const found = await ids(store, { where: { v } });
  assert.equal(await store.collections.count(things, { v }), found.length);
  return found;
}

const values: Readonly<Record<string, JsonObject>> = {
  a: { v: 1 }, b: { v: 2 }, c: { v: "1" }, d: { v: "apple" }, e: { v: "app" }, f: { v: null }, g: {}, h: { v: true }, i: { v: false }, j: { v: [1] }, k: { v: { x: 1 } }, l: { v: -2.5 },
};

/** What queries on collections must find, and in which order. */
export const queryCases: readonly StoreCase[] = storeCases("collections", {
  "a bound matches values of its own type alone": async ({ store }) => {
    await fill(store, values);
    assert.deepEqual(await matched(store, 1), ["a"]);
    assert.deepEqual(await matched(store, "1"), ["c"]);
    assert.deepEqual(await matched(store, true), ["h"]);
    assert.deepEqual(await matched(store, false), ["i"]);
    assert.deepEqual(await matched(store, null), ["f", "g"]);
    assert.deepEqual(await matched(store, { in: [1, "apple", 7] }), ["a", "d"]);
    assert.deepEqual(await matched(store, { in: [] }), []);
  },
  "a page fits into a message, however large its documents": async ({ store }) => {
    const expected = ["a", "b", "c", "d", "e"];
    for (const [at, id] of expected.entries()) await store.collections.putMany(things, [{ id, data: { v: 9 - at, text: "x".repeat(3_000_000) } }], 20_000_000);
    for (const direction of ["asc", "desc", undefined] as const) {
      const order = direction === undefined ? {} : { orderBy: { field: "v", direction } };
      const items = await allPages(1000, async (cursor) => fitsMessage(await store.collections.query(things, { limit: 1000, ...order, ...cursor })));
      assert.deepEqual(items.map(({ id }) => id), direction === "asc" ? expected.toReversed() : expected);
    }
  },
  "comparisons and prefixes": async ({ store }) => {
    await fill(store, values);
    assert.deepEqual(await matched(store, { gt: 1 }), ["b"]);
    assert.deepEqual(await matched(store, { gte: 1, lt: 2 }), ["a"]);
    assert.deepEqual(await matched(store, { lte: 1 }), ["a", "l"]);
    assert.deepEqual(await matched(store, { gt: "1" }), ["d", "e"]);
    assert.deepEqual(await matched(store, { lt: "app" }), ["c"]);
    assert.deepEqual(await matched(store, { gt: 5, lt: 1 }), []);
    assert.deepEqual(await matched(store, { startsWith: "app" }), ["d", "e"]);
    assert.deepEqual(await matched(store, { startsWith: "" }), ["c", "d", "e"]);
    assert.deepEqual(await matched(store, { startsWith: "ap%" }), []);
  },
  "a thousand choices": async ({ store }) => {
    await fill(store, values);
    const many = Array.from({ length: 1000 }, (_, at) => at + 1);
    assert.deepEqual(await matched(store, { in: many }), ["a", "b"]);
    await rejectsWith("INVALID_PARAMS", () => store.collections.count(things, { v: { in: [...many, 1001] } }));
  },
  "several bounds hold together": async ({ store }) => {
    await fill(store, { a: { group: "x", rank: 1 }, b: { group: "x", rank: 2 }, c: { group: "y", rank: 2 } });
    assert.deepEqual(await ids(store, { where: { group: "x", rank: { gte: 2 } } }), ["b"]);
    assert.deepEqual(await ids(store, { where: {} }), ["a", "b", "c"]);
  },
  "the order is the same everywhere, both ways": async ({ store }) => {
    await fill(store, values);
    const ascending = ["f", "g", "i", "h", "l", "a", "b", "c", "e", "d", "j", "k"];
    assert.deepEqual(await ids(store, { orderBy: { field: "v", direction: "asc" } }), ascending);
    assert.deepEqual(await ids(store, { orderBy: { field: "v", direction: "desc" } }), [...ascending].reverse());
  },
  "numbers are ordered as numbers, texts by their bytes": async ({ store }) => {
    const order: readonly JsonValue[] = [-1e300, -10, -9, -1e-300, 0, 1e-300, 9, 10, 1e300, "", "\u0000", "B", "a", "a\u0000", "aa", "\u00e9", "\uffff", "\ud83d\ude00"];
    const shuffled = order.map((v, at) => [`d${at}`, { v }] as const).sort(([left], [right]) => (left < right ? 1 : -1));
    await fill(store, Object.fromEntries(shuffled));
    assert.deepEqual(await ids(store, { orderBy: { field: "v", direction: "asc" } }), order.map((_, at) => `d${at}`));
    assert.deepEqual(await matched(store, -0), ["d4"]);
  },
  "the work of a query grows with what is stored, not with its square": async ({ store }) => {
    const fields = Array.from({ length: 8 }, (_, at) => `f${at}`);
    const many: CollectionRef = { ...things, name: "many", declaration: { indexes: fields } };
    const document = (at: number) => ({ id: `d${at}`, data: Object.fromEntries(fields.map((field) => [field, at % 100])) });
    for (let at = 0; at < 8000; at += 500) await store.collections.putMany(many, Array.from({ length: 500 }, (_, more) => document(at + more)), 10_000_000);
    const all = Object.fromEntries(fields.map((field) => [field, { gte: 0 }]));
    assert.equal(await store.collections.count(many, all), 8000);
    assert.equal(await store.collections.count(many, { ...all, f3: { in: Array.from({ length: 10 }, (_, at) => at) }, f4: 5 }), 80);
    const page = await store.collections.query(many, { where: all, orderBy: { field: "f7", direction: "desc" }, limit: 3 });
    assert.deepEqual(page.items.map(({ data }) => data["f7"]), [99, 99, 99]);
  },
  "pages give every document once, in every order": async ({ store }) => {
    await fill(store, Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`d${String(at).padStart(2, "0")}`, { v: at % 3, group: "x" }])));
    const directions = ["asc", "desc"] as const;
    for (const order of [{}, ...directions.map((direction) => ({ orderBy: { field: "v", direction } }))]) {
      const whole = await ids(store, order, 100);
      assert.equal(new Set(whole).size, 17);
      for (const limit of [1, 4, 16, 17]) assert.deepEqual(await ids(store, order, limit), whole);
    }
    assert.deepEqual(await ids(store, { where: { v: 1 }, orderBy: { field: "group", direction: "desc" } }, 2), ["d16", "d13", "d10", "d07", "d04", "d01"]);
  },
  "long texts are told apart, and cursors stay short": async ({ store }) => {
    const long = "x".repeat(5000);
    await fill(store, { a: { v: `${long}1` }, b: { v: `${long}2` }, c: { v: "x".repeat(1024) } });
    assert.deepEqual(await matched(store, `${long}2`), ["b"]);
    const page = await store.collections.query(things, { limit: 2, orderBy: { field: "v", direction: "asc" } });
    assert.equal(page.items[0]?.id, "c");
    assert.ok((page.cursor ?? "").length < 4096);
    assert.equal((await ids(store, { orderBy: { field: "v", direction: "asc" } }, 1)).length, 3);
  },
  "only declared fields are asked": async ({ store }) => {
    await fill(store, values);
    const of = (query: Omit<CollectionQuery, "limit">) => () => store.collections.query(things, { ...query, limit: 1 });
    await rejectsWith("INVALID_PARAMS", of({ where: { other: 1 } }));
    await rejectsWith("INVALID_PARAMS", of({ orderBy: { field: "other", direction: "asc" } }));
    await rejectsWith("INVALID_PARAMS", () => store.collections.count(things, { constructor: 1 }));
  },
  "malformed bounds and foreign cursors are refused": async ({ store }) => {
    await fill(store, values);
    const bounds: readonly unknown[] = [{}, { gt: 1, lt: "a" }, { gt: null }, { gt: 1, near: 2 }, { in: 1 }, { in: [null] }, { startsWith: 1 }, { in: [1], gt: 1 }, [1], { gt: Number.NaN }];
    for (const v of bounds) await rejectsWith("INVALID_PARAMS", () => store.collections.query(things, { where: { v: v as WhereClause }, limit: 1 }));
    const { cursor = "" } = await store.collections.query(things, { limit: 1 });
    const byValue = { orderBy: { field: "v", direction: "asc" }, limit: 1 } as const;
    for (const foreign of [cursor, "", "!", "x".repeat(9000), Buffer.from("[1,2,3]").toString("base64url")]) {
      await rejectsWith("INVALID_PARAMS", () => store.collections.query(things, { ...byValue, cursor: foreign }));
    }
  },
  "a cursor goes on in its own query alone": async ({ store }) => {
    await fill(store, values);
    const base = { where: { v: { gte: -9 } }, limit: 1 } as const;
    const { cursor = "" } = await store.collections.query(things, base);
    const others: readonly CollectionQuery[] = [{ limit: 1 }, { where: { v: { gte: -8 } }, limit: 1 }, { where: { v: { gt: -9 } }, limit: 1 }, { ...base, orderBy: { field: "v", direction: "asc" } }];
    for (const other of others) await rejectsWith("INVALID_PARAMS", () => store.collections.query(things, { ...other, cursor }));
    await rejectsWith("INVALID_PARAMS", () => store.collections.query({ ...things, name: "elsewhere" }, { ...base, cursor }));
    assert.equal((await store.collections.query(things, { ...base, limit: 9, cursor })).items.length, 2);
  },
});
