import { join } from "node:path";
import type { HostStore } from "@ambit/api-types";
import { expect, test } from "vitest";
import { createMemoryStore } from "../stores/memory/create-memory-store.ts";
import { createSqliteStore } from "../stores/sqlite/create-sqlite-store.ts";
import { installed, makeHost } from "../testing/host-rig.ts";
import { freshFolder } from "../testing/plugin-folder.ts";

const code = `
  const told = (error) => ({ code: error.code, limit: error.details.limit ?? null });
  export const tools = {
    run: ({ method, params }, ctx) => ctx.call(method, params).catch(told),
    namespace: (_args, ctx) => ctx.storage === undefined ? "none" : Object.keys(ctx.storage).sort(),
    async page(_args, ctx) {
      const items = Array.from({ length: 30 }, (_, at) => ({ id: "n" + String(at).padStart(2, "0"), data: { stars: at % 3, slug: "s" + at } }));
      await ctx.storage.putMany({ collection: "notes", items });
      const found = [];
      let cursor;
      do {
        const page = await ctx.storage.query({ collection: "notes", where: { stars: { gte: 1 } }, orderBy: { field: "stars", direction: "desc" }, limit: 7, ...(cursor && { cursor }) });
        found.push(...page.items.map(({ id }) => id));
        cursor = page.cursor;
      } while (cursor);
      return found;
    },
  };`;
const storage = { notes: { indexes: ["stars"], uniqueIndexes: ["slug"] }, other: { indexes: ["stars"] } };
const tools = ["run", "namespace", "page"].map((name) => ({ name, description: "Runs." }));
const manifest = { permissions: { storage }, tools };
const stores: readonly (readonly [string, () => HostStore | Promise<HostStore>])[] = [
  ["memory", createMemoryStore],
  ["sqlite", async () => createSqliteStore(join(await freshFolder(), "ambit.db"))],
];

test.for(stores)("a plugin keeps, finds and pages documents in the %s store", async ([, makeStore]) => {
  const { host } = await makeHost({ store: await makeStore() });
  await installed(host, { manifest, code });
  const found = (await host.callTool("notes", "page", {})) as readonly string[];
  expect(found).toHaveLength(20);
  expect(found.slice(0, 2)).toEqual(["n29", "n26"]);
  expect(await host.journal.tail(1, { method: "storage/query" })).toMatchObject([{ target: "notes", outcome: "ok" }]);
});

test.for(stores)("what is not declared, or not of the query, is refused with its own code in the %s store", async ([, makeStore]) => {
  const { host } = await makeHost({ store: await makeStore() });
  await installed(host, { manifest: { ...manifest, limits: { storageBytes: 400 } }, code });
  const run = (method: string, params: Readonly<Record<string, unknown>>) => host.callTool("notes", "run", { method, params } as never);
  const put = (id: string, data: object) => run("storage/put", { collection: "notes", id, data });
  expect(await put("a", { stars: 1, slug: "a" })).toEqual({});
  expect(await put("b", { stars: 2, slug: "b" })).toEqual({});

  expect(await run("storage/get", { collection: "secret", id: "a" })).toEqual({ code: "PERMISSION_DENIED", limit: null });
  expect(await run("storage/query", { collection: "notes", where: { title: "x" } })).toEqual({ code: "INVALID_PARAMS", limit: null });
  expect(await run("storage/query", { collection: "notes", orderBy: { field: "title", direction: "asc" } })).toEqual({ code: "INVALID_PARAMS", limit: null });
  expect(await run("storage/count", { collection: "other", where: { slug: "a" } })).toEqual({ code: "INVALID_PARAMS", limit: null });
  expect(await run("storage/count", JSON.parse('{"collection":"notes","where":{"__proto__":1}}'))).toEqual({ code: "INVALID_PARAMS", limit: null });
  expect(await put("c", { stars: 3, slug: "b" })).toEqual({ code: "REFUSED", limit: null });

  const page = (await run("storage/query", { collection: "notes", where: { stars: { gte: 1 } }, limit: 1 })) as { readonly cursor: string };
  const cursorOf = (query: object) => run("storage/query", { collection: "notes", limit: 1, cursor: page.cursor, ...query });
  for (const query of [{}, { where: { stars: 1 } }, { collection: "other", where: { stars: { gte: 1 } } }]) expect(await cursorOf(query)).toEqual({ code: "INVALID_PARAMS", limit: null });
  expect(await cursorOf({ where: { stars: { gte: 1 } } })).toMatchObject({ items: [{ id: "b" }] });

  const large = { collection: "notes", items: [{ id: "d", data: { slug: "d" } }, { id: "e", data: { text: "x".repeat(400) } }] };
  expect(await run("storage/putMany", large)).toEqual({ code: "LIMIT_EXCEEDED", limit: "storageBytes" });
  expect(await run("storage/count", { collection: "notes" })).toEqual({ count: 2 });
  expect(await host.journal.tail(1, { method: "storage/get" })).toMatchObject([{ target: "secret", outcome: "refused", code: "PERMISSION_DENIED" }]);
});

test("a collection that a person took away is absent, and its calls are refused", async () => {
  const { host } = await makeHost();
  await installed(host, { manifest, code }, ["storage:notes"]);
  expect(await host.callTool("notes", "run", { method: "storage/get", params: { collection: "notes", id: "a" } })).toMatchObject({ code: "PERMISSION_DENIED" });
  expect(await host.callTool("notes", "run", { method: "storage/get", params: { collection: "other", id: "a" } })).toMatchObject({ found: false });
  await installed(host, { manifest: { ...manifest, id: "bare" }, code }, ["storage:notes", "storage:other"]);
  expect(await host.callTool("bare", "namespace", {})).toBe("none");
  expect(await host.callTool("notes", "namespace", {})).toEqual(["count", "delete", "deleteMany", "get", "getMany", "put", "putMany", "query"]);
});

test("what one plugin keeps no other sees, and deleting its data takes its documents", async () => {
  const { host, store } = await makeHost();
  for (const id of ["one", "two"]) await installed(host, { manifest: { ...manifest, id }, code });
  const put = { method: "storage/put", params: { collection: "notes", id: "a", data: { slug: "a" } } };
  await host.callTool("one", "run", put);
  expect(await host.callTool("two", "run", { method: "storage/get", params: { collection: "notes", id: "a" } })).toMatchObject({ found: false });
  await host.uninstall("one", { deleteData: true });
  expect(await store.kv.usedBytes({ pluginId: "one" })).toBe(0);
});
