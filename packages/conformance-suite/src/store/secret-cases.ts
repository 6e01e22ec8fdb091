import assert from "node:assert/strict";
import type { StoreScope } from "@ambit/api-types";
import { secondStore, type StoreCase, storeCases } from "./store-case.ts";

const scope: StoreScope = { pluginId: "notes" };

/** What a store of secrets must keep. */
export const secretCases: readonly StoreCase[] = storeCases("secrets", {
  "a secret comes back to the letter": async (context) => {
    for (const [name, value] of Object.entries({ a: "s3cr\u00e9t\n", b: "", c: "\u0000\ud800" })) await context.store.secrets.set(scope, name, value);
    const store = await secondStore(context);
    assert.equal(await store.secrets.get(scope, "a"), "s3cr\u00e9t\n");
    assert.equal(await store.secrets.get(scope, "b"), "");
    assert.equal(await store.secrets.get(scope, "c"), "\u0000\ud800");
    assert.equal(await store.secrets.get(scope, "d"), undefined);
  },
  "a second value replaces the first": async ({ store }) => {
    await store.secrets.set(scope, "a", "1");
    await store.secrets.set(scope, "a", "2");
    assert.equal(await store.secrets.get(scope, "a"), "2");
    assert.deepEqual(await store.secrets.list(scope), ["a"]);
  },
  "the list has names alone, ascending": async ({ store }) => {
    for (const name of ["b", "a", "B"]) await store.secrets.set(scope, name, "v");
    assert.deepEqual(await store.secrets.list(scope), ["B", "a", "b"]);
    assert.deepEqual(await store.secrets.list({ pluginId: "other" }), []);
  },
  "delete tells whether there was one": async ({ store }) => {
    await store.secrets.set(scope, "a", "1");
    assert.equal(await store.secrets.delete(scope, "a"), true);
    assert.equal(await store.secrets.delete(scope, "a"), false);
    assert.equal(await store.secrets.get(scope, "a"), undefined);
  },
  "scopes see nothing of each other": async ({ store }) => {
    await store.secrets.set(scope, "a", "1");
    await store.secrets.set({ ...scope, org: "o" }, "a", "2");
    assert.equal(await store.secrets.get({ pluginId: "other" }, "a"), undefined);
    assert.equal(await store.secrets.get(scope, "a"), "1");
    assert.equal(await store.secrets.delete({ ...scope, org: "p" }, "a"), false);
    assert.equal(await store.secrets.get({ ...scope, org: "o" }, "a"), "2");
  },
});
