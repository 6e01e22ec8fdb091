import assert from "node:assert/strict";
import type { CollectionRef, StoreScope } from "@ambit/api-types";
import { rejectsWith, secondStore, type StoreCase, storeCases } from "./store-case.ts";

const scope: StoreScope = { pluginId: "notes" };
const items: CollectionRef = { scope, name: "items", declaration: {} };

/** What a store must count and keep apart: quotas and scopes. */
export const quotaCases: readonly StoreCase[] = storeCases("kv", {
  "the quota counts keys and JSON texts in UTF-8, to the byte": async ({ store }) => {
    // "é" is 2 bytes; the text "\"é\"" is 4: 6 together.
    const error = await rejectsWith("LIMIT_EXCEEDED", () => store.kv.set(scope, "\u00e9", "\u00e9", 5));
    assert.equal(error.details.limit, "storageBytes");
    assert.equal(await store.kv.get(scope, "\u00e9"), undefined);
    assert.equal(await store.kv.usedBytes(scope), 0);
    await store.kv.set(scope, "\u00e9", "\u00e9", 6);
    assert.equal(await store.kv.usedBytes(scope), 6);
  },
  "a refused write changes nothing": async ({ store }) => {
    await store.kv.set(scope, "a", 1, 2);
    await rejectsWith("LIMIT_EXCEEDED", () => store.kv.set(scope, "a", 12, 2));
    await rejectsWith("LIMIT_EXCEEDED", () => store.kv.set(scope, "b", 1, 3));
    assert.equal(await store.kv.get(scope, "a"), 1);
    assert.equal(await store.kv.usedBytes(scope), 2);
  },
  "replacing and deleting give bytes back": async ({ store }) => {
    await store.kv.set(scope, "a", "xxxx", 7);
    await store.kv.set(scope, "a", "yyyy", 7);
    await store.kv.set(scope, "a", "z", 7);
    assert.equal(await store.kv.usedBytes(scope), 4);
    await store.kv.delete(scope, "a");
    await store.kv.delete(scope, "a");
    assert.equal(await store.kv.usedBytes(scope), 0);
    await store.kv.set(scope, "b", "xxxx", 7);
  },
  "a lowered quota still takes what does not add": async ({ store }) => {
    await store.kv.set(scope, "a", "xxxx", 100);
    await store.kv.set(scope, "a", "xxx", 1);
    await rejectsWith("LIMIT_EXCEEDED", () => store.kv.set(scope, "a", "xxxx", 1));
    assert.equal(await store.kv.usedBytes(scope), 6);
  },
  "kv and collections share one quota": async (context) => {
    const { store } = context;
    // id 1 + text {"n":1} 7
    await store.collections.putMany(items, [{ id: "d", data: { n: 1 } }], 8);
    assert.equal(await store.kv.usedBytes(scope), 8);
    await rejectsWith("LIMIT_EXCEEDED", () => store.kv.set(scope, "a", 1, 9));
    await store.kv.set(scope, "a", 1, 10);
    await rejectsWith("LIMIT_EXCEEDED", () => store.collections.putMany(items, [{ id: "e", data: {} }], 12));
    await store.collections.putMany(items, [{ id: "e", data: {} }], 13);
    await store.collections.deleteMany(items, ["d", "d", "x"]);
    assert.equal(await (await secondStore(context)).kv.usedBytes(scope), 5);
  },
  "writes at once never pass the quota together": async ({ store }) => {
    const writes = Array.from({ length: 20 }, (_, at) => store.kv.set(scope, `k${String(at).padStart(2, "0")}`, 1, 40));
    const settled = await Promise.allSettled(writes);
    assert.equal(settled.filter(({ status }) => status === "fulfilled").length, 10);
    assert.equal(await store.kv.usedBytes(scope), 40);
  },
  "scopes see nothing of each other": async (context) => {
    const { store } = context;
    const scopes: readonly StoreScope[] = [scope, { pluginId: "notes2" }, { pluginId: "notes", org: "a" }, { pluginId: "notes", org: "" }, { pluginId: "a", org: "notes" }];
    for (const [at, owner] of scopes.entries()) {
      await store.kv.set(owner, "k", at, 100);
      await store.collections.putMany({ ...items, scope: owner }, [{ id: "d", data: { at } }], 100);
    }
    const other = await secondStore(context);
    for (const [at, owner] of scopes.entries()) {
      assert.equal(await other.kv.get(owner, "k"), at);
      assert.equal((await other.kv.list(owner, { prefix: "", limit: 9 })).items.length, 1);
      assert.deepEqual(await other.collections.get({ ...items, scope: owner }, "d"), { at });
      assert.equal(await other.kv.usedBytes(owner), 2 + 9);
    }
  },
});
