import assert from "node:assert/strict";
import type { CollectionItem, CollectionRef } from "@ambit/api-types";
import { rejectsWith, secondStore, type StoreCase, storeCases } from "./store-case.ts";

const roomy = 1_000_000;
const users: CollectionRef = { scope: { pluginId: "notes" }, name: "users", declaration: { indexes: ["age"], uniqueIndexes: ["mail", ["team", "seat"]] } };

function user(id: string, data: CollectionItem["data"]): CollectionItem {
  return { id, data };
}

/** What collections must keep, but for their queries. */
export const collectionCases: readonly StoreCase[] = storeCases("collections", {
  "documents come back whole": async (context) => {
    const data = { age: 3, nested: { list: [null, "x"], "a.b": 1 }, text: "\u0000" };
    await context.store.collections.putMany(users, [user("1", data)], roomy);
    const store = await secondStore(context);
    assert.deepEqual(await store.collections.get(users, "1"), data);
    assert.equal(await store.collections.get(users, "2"), undefined);
  },
  "getMany gives those that there are, in the order asked for": async ({ store }) => {
    await store.collections.putMany(users, [user("a", { age: 1 }), user("b", { age: 2 })], roomy);
    assert.deepEqual(await store.collections.getMany(users, ["b", "x", "a"]), [user("b", { age: 2 }), user("a", { age: 1 })]);
  },
  "a put replaces the whole document, and the last of one id counts": async ({ store }) => {
    await store.collections.putMany(users, [user("a", { age: 1, mail: "m" })], roomy);
    await store.collections.putMany(users, [user("a", { age: 2 }), user("a", { age: 3 })], roomy);
    assert.deepEqual(await store.collections.get(users, "a"), { age: 3 });
    assert.equal(await store.collections.count(users, { age: 1 }), 0);
    assert.equal(await store.collections.count(users, { age: 2 }), 0);
    assert.equal(await store.collections.count(users, { age: 3 }), 1);
  },
  "an id that is not well-formed is refused": async ({ store }) => {
    await rejectsWith("INVALID_PARAMS", () => store.collections.putMany(users, [user("\ud800", {})], roomy));
    await rejectsWith("INVALID_PARAMS", () => store.collections.get(users, "\udfff"));
  },
  "deleteMany counts what there was": async ({ store }) => {
    await store.collections.putMany(users, [user("a", { mail: "m" }), user("b", {})], roomy);
    assert.equal(await store.collections.deleteMany(users, ["a", "x", "a"]), 1);
    assert.equal(await store.collections.get(users, "a"), undefined);
    assert.equal(await store.collections.count(users, undefined), 1);
    await store.collections.putMany(users, [user("c", { mail: "m" })], roomy);
  },
  "a unique value occurs once": async ({ store }) => {
    await store.collections.putMany(users, [user("a", { mail: "m" })], roomy);
    await rejectsWith("REFUSED", () => store.collections.putMany(users, [user("b", { mail: "m" })], roomy));
    await rejectsWith("REFUSED", () => store.collections.putMany(users, [user("c", { mail: "n" }), user("d", { mail: "n" })], roomy));
    await store.collections.putMany(users, [user("a", { mail: "m", age: 1 })], roomy);
    await store.collections.putMany(users, [user("e", { mail: 1 }), user("f", { mail: "1" })], roomy);
  },
  "several unique fields count together": async ({ store }) => {
    await store.collections.putMany(users, [user("a", { team: "x", seat: 1 }), user("b", { team: "x", seat: 2 }), user("c", { team: "y", seat: 1 })], roomy);
    await rejectsWith("REFUSED", () => store.collections.putMany(users, [user("d", { team: "x", seat: 2 })], roomy));
  },
  "null and absent are never compared": async ({ store }) => {
    await store.collections.putMany(users, [user("a", { mail: null }), user("b", { mail: null }), user("c", {}), user("d", { team: "x" }), user("e", { team: "x", seat: null })], roomy);
    assert.equal(await store.collections.count(users, undefined), 5);
  },
  "documents can trade unique values in one batch": async ({ store }) => {
    await store.collections.putMany(users, [user("a", { mail: "m" }), user("b", { mail: "n" })], roomy);
    await store.collections.putMany(users, [user("a", { mail: "n" }), user("b", { mail: "m" })], roomy);
    assert.deepEqual(await store.collections.get(users, "a"), { mail: "n" });
  },
  "a batch that fails leaves nothing behind": async (context) => {
    const { store } = context;
    await store.collections.putMany(users, [user("a", { mail: "m" })], roomy);
    const used = await store.kv.usedBytes(users.scope);
    await rejectsWith("REFUSED", () => store.collections.putMany(users, [user("x", { age: 9 }), user("b", { mail: "m" })], roomy));
    await rejectsWith("LIMIT_EXCEEDED", () => store.collections.putMany(users, [user("y", { age: 9 }), user("z", { text: "x".repeat(200) })], 200));
    const other = await secondStore(context);
    assert.equal(await other.kv.usedBytes(users.scope), used);
    assert.equal(await other.collections.count(users, undefined), 1);
    assert.equal(await other.collections.count(users, { age: 9 }), 0);
  },
  "collections of one scope are apart": async ({ store }) => {
    const teams: CollectionRef = { ...users, name: "teams" };
    await store.collections.putMany(users, [user("a", { mail: "m" })], roomy);
    await store.collections.putMany(teams, [user("a", { mail: "m", age: 1 })], roomy);
    assert.deepEqual(await store.collections.get(users, "a"), { mail: "m" });
    assert.equal(await store.collections.deleteMany(teams, ["a"]), 1);
    assert.equal(await store.collections.count(users, undefined), 1);
  },
  "a changed declaration finds what is stored, and binds later writes alone": async ({ store }) => {
    await store.collections.putMany(users, [user("a", { name: "n" }), user("b", { name: "n" })], roomy);
    const changed: CollectionRef = { ...users, declaration: { uniqueIndexes: ["name"] } };
    assert.equal(await store.collections.count(changed, { name: "n" }), 2);
    await rejectsWith("INVALID_PARAMS", () => store.collections.count(changed, { age: 1 }));
    await rejectsWith("REFUSED", () => store.collections.putMany(changed, [user("c", { name: "n" })], roomy));
    await store.collections.putMany(changed, [user("c", { name: "o" })], roomy);
  },
});
