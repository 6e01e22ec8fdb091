import assert from "node:assert/strict";
import type { StoreScope } from "@ambit/api-types";
import { secondStore, type StoreCase, storeCases } from "./store-case.ts";

const scope: StoreScope = { pluginId: "notes" };

/** What a store of settings must keep. */
export const settingsCases: readonly StoreCase[] = storeCases("settings", {
  "nothing typed is empty settings": async ({ store }) => {
    assert.deepEqual(await store.settings.get(scope), { accounts: [], config: {} });
  },
  "settings come back whole": async (context) => {
    const settings = { accounts: ["https://b.example.dev", "https://a.example.dev"], config: { depth: 2, nested: { on: [true, null] } } };
    await context.store.settings.put(scope, settings);
    const store = await secondStore(context);
    assert.deepEqual(await store.settings.get(scope), settings);
  },
  "a put replaces all of it": async ({ store }) => {
    await store.settings.put(scope, { accounts: ["https://a.example.dev"], config: { a: 1 } });
    await store.settings.put(scope, { accounts: [], config: { b: 2 } });
    assert.deepEqual(await store.settings.get(scope), { accounts: [], config: { b: 2 } });
  },
  "settings are no shared object": async ({ store }) => {
    const accounts = ["https://a.example.dev"];
    await store.settings.put(scope, { accounts, config: {} });
    accounts.pop();
    assert.deepEqual((await store.settings.get(scope)).accounts, ["https://a.example.dev"]);
  },
  "scopes see nothing of each other": async ({ store }) => {
    await store.settings.put(scope, { accounts: [], config: { a: 1 } });
    await store.settings.put({ ...scope, org: "o" }, { accounts: [], config: { a: 2 } });
    assert.deepEqual((await store.settings.get(scope)).config, { a: 1 });
    assert.deepEqual((await store.settings.get({ pluginId: "other", org: "o" })).config, {});
  },
});
