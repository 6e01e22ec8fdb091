import assert from "node:assert/strict";
import type { GrantRecord } from "@ambit/api-types";
import { secondStore, type StoreCase, storeCases } from "./store-case.ts";

function grant(pluginId: string, removed: readonly string[] = []): GrantRecord {
  return { pluginId, publisher: "Example", version: "1.0.0", bundleDigest: "a".repeat(64), policyDigest: "c".repeat(64), removed, acceptedAt: 1_700_000_000_000 };
}

/** What a store of grants must keep. */
export const grantCases: readonly StoreCase[] = storeCases("grants", {
  "a grant comes back whole": async (context) => {
    await context.store.grants.put(grant("notes", ["network:api.example.dev", "files:agent"]));
    const store = await secondStore(context);
    assert.deepEqual(await store.grants.get("notes"), grant("notes", ["network:api.example.dev", "files:agent"]));
  },
  "nobody has agreed to an unknown plugin": async ({ store }) => {
    await store.grants.put(grant("notes"));
    assert.equal(await store.grants.get("note"), undefined);
  },
  "a second consent replaces the first": async ({ store }) => {
    await store.grants.put(grant("notes", ["a"]));
    await store.grants.put(grant("notes"));
    assert.deepEqual((await store.grants.get("notes"))?.removed, []);
  },
  "a deleted grant is gone, and others are not": async ({ store }) => {
    await store.grants.put(grant("a"));
    await store.grants.put(grant("b"));
    await store.grants.delete("a");
    assert.equal(await store.grants.get("a"), undefined);
    assert.notEqual(await store.grants.get("b"), undefined);
  },
  "a grant is no shared object": async ({ store }) => {
    const removed = ["a"];
    await store.grants.put(grant("notes", removed));
    removed.pop();
    assert.deepEqual((await store.grants.get("notes"))?.removed, ["a"]);
  },
});
