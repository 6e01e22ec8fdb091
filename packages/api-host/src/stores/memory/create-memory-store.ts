import type { HostStore } from "@ambit/api-types";
import { MemoryBundles } from "./memory-bundles.ts";
import { MemoryCollections } from "./memory-collections.ts";
import { MemoryJournal } from "./memory-journal.ts";
import { MemoryKv } from "./memory-kv.ts";
import { MemoryLeases } from "./memory-leases.ts";
import { MemoryGrants, MemoryInstalls } from "./memory-records.ts";
import { MemoryScopes } from "./memory-scopes.ts";
import { MemorySecrets } from "./memory-secrets.ts";
import { MemorySettings } from "./memory-settings.ts";

/** A store that lives as long as its process: for tests, and for hosts that keep nothing. */
export function createMemoryStore(): HostStore {
  const scopes = new MemoryScopes();
  const secrets = new MemorySecrets();
  const settings = new MemorySettings();
  return {
    specificationVersion: 1,
    bundles: new MemoryBundles(),
    installs: new MemoryInstalls(),
    grants: new MemoryGrants(),
    kv: new MemoryKv(scopes),
    collections: new MemoryCollections(scopes),
    journal: new MemoryJournal(),
    leases: new MemoryLeases(),
    secrets,
    settings,
    deleteData: async (pluginId) => {
      for (const part of [scopes, secrets, settings]) part.deleteData(pluginId);
    },
    close: async () => {},
  };
}
