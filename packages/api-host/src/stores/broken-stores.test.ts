import type { CollectionItem, HostStore, JournalEntry, StoreScope } from "@ambit/api-types";
import { runStoreConformance } from "@ambit/conformance-suite";
import { expect, test } from "vitest";
import { createMemoryStore } from "./memory/create-memory-store.ts";

/** A working store with one fault. */
type Fault = (store: HostStore) => Partial<HostStore>;

/** Methods of a part replaced; the others are those of the working store. */
function part<Part extends object>(working: Part, replaced: Partial<Part>): Part {
  return new Proxy(working, {
    get: (target, name) => {
      const own = (replaced as Record<PropertyKey, unknown>)[name] ?? Reflect.get(target, name);
      return typeof own === "function" ? own.bind(target) : own;
    },
  });
}

const orgless = ({ pluginId }: StoreScope): StoreScope => ({ pluginId });

const faults: Readonly<Record<string, readonly [group: string, fault: Fault]>> = {
  "a bundle is overwritten": ["bundles", ({ bundles }) => ({ bundles: part(bundles, { put: async (digest, files) => (await bundles.delete(digest), bundles.put(digest, files)) }) })],
  "a bundle loses its empty files": ["bundles", ({ bundles }) => ({ bundles: part(bundles, { get: async (digest) => (await bundles.get(digest))?.filter(({ bytes }) => bytes.length > 0) }) })],
  "installs are listed backwards": ["installs", ({ installs }) => ({ installs: part(installs, { list: async () => [...(await installs.list())].reverse() }) })],
  "a pending update survives": ["installs", ({ installs }) => ({ installs: part(installs, { put: async (record) => installs.put({ ...(await installs.get(record.pluginId)), ...record }) }) })],
  "a revoked grant stays": ["grants", ({ grants }) => ({ grants: part(grants, { delete: async () => {} }) })],
  "a grant is found by a prefix": ["grants", ({ grants }) => ({ grants: part(grants, { get: async (id) => (await grants.get(id)) ?? grants.get(`${id}s`) }) })],
  "the list is ordered by UTF-16": ["kv", ({ kv }) => ({ kv: part(kv, { list: async (scope, query) => ({ items: [...(await kv.list(scope, { prefix: query.prefix, limit: 1000 })).items].sort((a, b) => (a.key < b.key ? -1 : 1)) }) }) })],
  "a page is as large as what is stored": ["kv", ({ kv }) => ({ kv: part(kv, { list: async (scope, query) => {
    const items = [];
    for (let page = await kv.list(scope, query); ; page = await kv.list(scope, { ...query, cursor: page.cursor })) {
      items.push(...page.items);
      if (page.cursor === undefined || items.length >= query.limit) return { items: items.slice(0, query.limit), ...(items.length >= query.limit && page.cursor !== undefined && { cursor: page.cursor }) };
    }
  } }) })],
  "a cursor is taken up with its own key": ["kv", ({ kv }) => ({ kv: part(kv, { list: (scope, query) => kv.list(scope, query.cursor === undefined ? query : { ...query, cursor: query.cursor.slice(0, -1) }) }) })],
  "the quota is a byte too small": ["kv", ({ kv }) => ({ kv: part(kv, { set: (scope, key, value, quota) => kv.set(scope, key, value, quota - 1) }) })],
  "the quota counts characters": ["kv", ({ kv }) => ({ kv: part(kv, { set: (scope, key, value, quota) => kv.set(scope, key, value, quota + Buffer.byteLength(key) - key.length) }) })],
  "a refused write stays": ["kv", ({ kv }) => ({ kv: part(kv, { set: (scope, key, value, quota) => kv.set(scope, key, value, quota).catch(async (error: unknown) => (await kv.set(scope, key, value, 1e9), Promise.reject(error))) }) })],
  "kv ignores the organisation": ["kv", ({ kv }) => ({ kv: part(kv, { get: (scope, key) => kv.get(orgless(scope), key), set: (scope, ...rest) => kv.set(orgless(scope), ...rest) }) })],
  "deleteData leaves organisations": ["deletion", ({ kv, settings, secrets }) => ({ deleteData: async (pluginId) => {
    for (const { key } of (await kv.list({ pluginId }, { prefix: "", limit: 1000 })).items) await kv.delete({ pluginId }, key);
    for (const name of await secrets.list({ pluginId })) await secrets.delete({ pluginId }, name);
    await settings.put({ pluginId }, { accounts: [], config: {} });
  } })],
  "a batch does not roll back": ["collections", ({ collections }) => ({ collections: part(collections, { putMany: async (ref, items, quota) => { for (const item of items) await collections.putMany(ref, [item], quota); } }) })],
  "unique indexes are not held": ["collections", ({ collections }) => ({ collections: part(collections, { putMany: (ref, items: readonly CollectionItem[], quota) => collections.putMany({ ...ref, declaration: {} }, items, quota) }) })],
  "any field can be asked": ["collections", ({ collections }) => ({ collections: part(collections, { count: (ref, where) => collections.count({ ...ref, declaration: { indexes: Object.keys(where ?? {}) } }, where) }) })],
  "the direction is ignored": ["collections", ({ collections }) => ({ collections: part(collections, { query: (ref, query) => collections.query(ref, query.orderBy === undefined ? query : { ...query, orderBy: { ...query.orderBy, direction: "asc" } }) }) })],
  "where is ignored": ["collections", ({ collections }) => ({ collections: part(collections, { query: (ref, { orderBy, limit }) => collections.query(ref, { limit, ...(orderBy !== undefined && { orderBy }) }) }) })],
  "filters come after the limit": ["journal", ({ journal }) => ({ journal: part(journal, { read: async ({ filter, ...query }) => (await journal.read(query)).filter((record) => filter?.plugin === undefined || record.plugin === filter.plugin) }) })],
  "tail is newest first": ["journal", ({ journal }) => ({ journal: part(journal, { tail: async (limit, filter) => [...(await journal.tail(limit, filter))].reverse() }) })],
  "args are lost": ["journal", ({ journal }) => ({ journal: part(journal, { append: (entries) => journal.append(entries.map((entry): JournalEntry => ({ ...entry, args: [] }))) }) })],
  "prune ignores the age": ["journal", ({ journal }) => ({ journal: part(journal, { prune: ({ keepRecords }) => journal.prune({ keepRecords, before: 0 }) }) })],
  "leases run by the store's own clock": ["leases", ({ leases }) => ({ leases: part(leases, { acquire: (name, holder, ttl) => leases.acquire(name, holder, ttl, Date.now()) }) })],
  "anyone releases a lease": ["leases", ({ leases }) => ({ leases: part(leases, { release: async (name) => { for (const holder of ["a", "b"]) await leases.release(name, holder); } }) })],
  "secrets are listed as they were set": ["secrets", ({ secrets }) => ({ secrets: part(secrets, { list: async (scope) => [...(await secrets.list(scope))].reverse() }) })],
  "secrets ignore the organisation": ["secrets", ({ secrets }) => ({ secrets: part(secrets, { get: (scope, name) => secrets.get(orgless(scope), name), set: (scope, ...rest) => secrets.set(orgless(scope), ...rest) }) })],
  "settings are merged": ["settings", ({ settings }) => ({ settings: part(settings, { put: async (scope, { accounts, config }) => settings.put(scope, { accounts, config: { ...(await settings.get(scope)).config, ...config } }) }) })],
};

test.for(Object.entries(faults))("the suite catches that %s", async ([, [group, fault]]) => {
  const failed: string[] = [];
  const cases: (readonly [name: string, run: () => Promise<void>])[] = [];
  const makeStore = async () => {
    const store = createMemoryStore();
    return { store: { ...store, ...fault(store) } };
  };
  runStoreConformance("broken", makeStore, { test: (name, run) => cases.push([name, run]) });
  for (const [name, run] of cases) await run().catch(() => failed.push(name));
  expect(failed).not.toEqual([]);
  expect(failed.filter((name) => !name.startsWith(`broken > ${group} > `))).toEqual([]);
});
