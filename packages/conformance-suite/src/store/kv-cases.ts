import assert from "node:assert/strict";
import type { HostStore, JsonValue, StoreScope } from "@ambit/api-types";
import { allPages, fitsMessage, rejectsWith, secondStore, type StoreCase, storeCases } from "./store-case.ts";

const scope: StoreScope = { pluginId: "notes" };
const roomy = 1_000_000;

async function fill(store: HostStore, keys: readonly string[]): Promise<void> {
  for (const key of keys) await store.kv.set(scope, key, key, roomy);
}

async function allKeys(store: HostStore, prefix: string, limit: number): Promise<string[]> {
  const items = await allPages(limit, (cursor) => store.kv.list(scope, { prefix, limit, ...cursor }));
  return items.map(({ key }) => key);
}

/** What the key-value part of a store must keep, but for its quota and scopes. */
export const kvCases: readonly StoreCase[] = storeCases("kv", {
  "every JSON value comes back": async (context) => {
    const values: readonly JsonValue[] = [null, true, false, 0, -1.5, 1e300, "", "ünï\u0000cödé \ud83d\ude00", "\ud800", [], [1, [null]], {}, { a: { "b c": [1] } }];
    for (const [at, value] of values.entries()) await context.store.kv.set(scope, `k${at}`, value, roomy);
    const store = await secondStore(context);
    for (const [at, value] of values.entries()) assert.deepEqual(await store.kv.get(scope, `k${at}`), value);
  },
  "a key called __proto__ is a key, and so is one inside a value": async ({ store }) => {
    await store.kv.set(scope, "__proto__", JSON.parse('{"__proto__":{"x":1}}') as JsonValue, roomy);
    const value = await store.kv.get(scope, "__proto__");
    assert.equal(JSON.stringify(value), '{"__proto__":{"x":1}}');
    assert.equal(await store.kv.get(scope, "toString"), undefined);
  },
  "nothing stored is undefined, null stored is null": async ({ store }) => {
    assert.equal(await store.kv.get(scope, "a"), undefined);
    await store.kv.set(scope, "a", null, roomy);
    assert.equal(await store.kv.get(scope, "a"), null);
  },
  "keys differ by every byte": async ({ store }) => {
    const keys = ["a", "A", "a ", "a\u0000", "a\u0000b", "\u00e9", "e\u0301"];
    await fill(store, keys);
    for (const key of keys) assert.equal(await store.kv.get(scope, key), key);
  },
  "a key that is not well-formed is refused": async ({ store }) => {
    await rejectsWith("INVALID_PARAMS", () => store.kv.set(scope, "a\ud800", 1, roomy));
    await rejectsWith("INVALID_PARAMS", () => store.kv.get(scope, "\udc00"));
    await rejectsWith("INVALID_PARAMS", () => store.kv.delete(scope, "\ud800"));
  },
  "delete tells whether there was something": async ({ store }) => {
    await fill(store, ["a", "b"]);
    assert.equal(await store.kv.delete(scope, "a"), true);
    assert.equal(await store.kv.delete(scope, "a"), false);
    assert.equal(await store.kv.get(scope, "a"), undefined);
    assert.equal(await store.kv.get(scope, "b"), "b");
  },
  "the list is ordered by UTF-8 bytes": async ({ store }) => {
    const keys = ["b", "a", "B", "aa", "\u00e9", "\uffff", "\ud83d\ude00", "z", "a\u0000"];
    await fill(store, keys);
    assert.deepEqual(await allKeys(store, "", 100), [...keys].sort((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right))));
  },
  "a prefix is no pattern and ends where it ends": async ({ store }) => {
    await fill(store, ["a%b", "axb", "a_", "a", "b", "a%", "\ud83d\ude00x", "\ud83d\ude01"]);
    assert.deepEqual(await allKeys(store, "a%", 100), ["a%", "a%b"]);
    assert.deepEqual(await allKeys(store, "a_", 100), ["a_"]);
    assert.deepEqual(await allKeys(store, "\ud83d\ude00", 100), ["\ud83d\ude00x"]);
    assert.deepEqual(await allKeys(store, "c", 100), []);
  },
  "pages give every key once": async ({ store }) => {
    const keys = Array.from({ length: 23 }, (_, at) => `k${String(at).padStart(2, "0")}`);
    await fill(store, ["j", ...keys, "l"]);
    for (const limit of [1, 7, 23, 24]) assert.deepEqual(await allKeys(store, "k", limit), keys);
  },
  "a page that holds the last key has no cursor": async ({ store }) => {
    await fill(store, ["a", "b"]);
    assert.equal((await store.kv.list(scope, { prefix: "", limit: 2 })).cursor, undefined);
    assert.equal((await store.kv.list(scope, { prefix: "", limit: 1 })).cursor, "a");
  },
  "a page fits into a message, however large its values": async ({ store }) => {
    const keys = ["a", "b", "c", "d", "e"];
    for (const key of keys) await store.kv.set(scope, key, "x".repeat(3_000_000), 20_000_000);
    const items = await allPages(1000, async (cursor) => fitsMessage(await store.kv.list(scope, { prefix: "", limit: 1000, ...cursor })));
    assert.deepEqual(items.map(({ key }) => key), keys);
  },
  "a cursor goes on though its key is gone": async ({ store }) => {
    await fill(store, ["a", "b", "c"]);
    await store.kv.delete(scope, "b");
    assert.deepEqual((await store.kv.list(scope, { prefix: "", limit: 9, cursor: "b" })).items.map(({ key }) => key), ["c"]);
  },
  "the list has the values": async ({ store }) => {
    await store.kv.set(scope, "a", { n: [1] }, roomy);
    assert.deepEqual((await store.kv.list(scope, { prefix: "", limit: 9 })).items, [{ key: "a", value: { n: [1] } }]);
  },
});
