import assert from "node:assert/strict";
import type { StoreScope } from "@ambit/api-types";
import { type StoreCase, storeCases } from "./store-case.ts";

const declaration = {};

/** What a store must delete with a plugin's data, and what not. */
export const deletionCases: readonly StoreCase[] = storeCases("deletion", {
  "deleteData empties a plugin in every organisation, and no other": async ({ store }) => {
    const own: readonly StoreScope[] = [{ pluginId: "notes" }, { pluginId: "notes", org: "a" }, { pluginId: "notes", org: '"' }];
    const others: readonly StoreScope[] = [{ pluginId: "notes2" }, { pluginId: "note", org: "s" }, { pluginId: "notes2", org: "a" }];
    for (const owner of [...own, ...others]) {
      await store.kv.set(owner, "k", 1, 100);
      await store.collections.putMany({ scope: owner, name: "items", declaration }, [{ id: "d", data: {} }], 100);
      await store.secrets.set(owner, "s", "1");
      await store.settings.put(owner, { accounts: [], config: { a: 1 } });
    }
    const held = async (owner: StoreScope): Promise<unknown> => [await store.kv.usedBytes(owner), (await store.kv.get(owner, "k")) ?? 0, await store.collections.count({ scope: owner, name: "items", declaration }, undefined), (await store.secrets.list(owner)).length, (await store.settings.get(owner)).config];
    const before = await Promise.all(others.map(held));
    await store.deleteData("notes");
    for (const owner of own) assert.deepEqual(await held(owner), [0, 0, 0, 0, {}]);
    assert.deepEqual(await Promise.all(others.map(held)), before);
  },
});
