import assert from "node:assert/strict";
import type { InstallRecord, PluginManifest } from "@ambit/api-types";
import { secondStore, type StoreCase, storeCases } from "./store-case.ts";

function manifest(id: string, version: string): PluginManifest {
  return { id, version, publisher: "Example", api: 1, permissions: { network: [{ name: "api.example.dev" }] }, limits: {}, tools: [], hooks: [] };
}

function install(pluginId: string): InstallRecord {
  return { pluginId, version: "1.0.0", bundleDigest: "a".repeat(64), manifest: manifest(pluginId, "1.0.0"), parked: false, installedAt: 1_700_000_000_000 };
}

/** What a store of installs must keep. */
export const installCases: readonly StoreCase[] = storeCases("installs", {
  "an install comes back whole": async (context) => {
    const record: InstallRecord = { ...install("notes"), pending: { version: "2.0.0", bundleDigest: "b".repeat(64), manifest: manifest("notes", "2.0.0") }, parked: true };
    await context.store.installs.put(record);
    const store = await secondStore(context);
    assert.deepEqual(await store.installs.get("notes"), record);
  },
  "an unknown plugin is undefined": async ({ store }) => {
    assert.equal(await store.installs.get("notes"), undefined);
    assert.deepEqual(await store.installs.list(), []);
  },
  "a second put replaces all of the first": async ({ store }) => {
    await store.installs.put({ ...install("notes"), pending: { version: "2.0.0", bundleDigest: "b".repeat(64), manifest: manifest("notes", "2.0.0") } });
    await store.installs.put(install("notes"));
    assert.deepEqual(await store.installs.get("notes"), install("notes"));
  },
  "the list is by ascending id": async ({ store }) => {
    for (const id of ["b", "a-b", "a", "0"]) await store.installs.put(install(id));
    assert.deepEqual((await store.installs.list()).map(({ pluginId }) => pluginId), ["0", "a", "a-b", "b"]);
  },
  "a deleted install is gone": async ({ store }) => {
    await store.installs.put(install("a"));
    await store.installs.put(install("b"));
    await store.installs.delete("a");
    assert.equal(await store.installs.get("a"), undefined);
    assert.deepEqual((await store.installs.list()).map(({ pluginId }) => pluginId), ["b"]);
  },
});
