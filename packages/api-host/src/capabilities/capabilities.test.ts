import { AmbitError, type Capability, defineCapability, defineCapabilityCall, type JsonObject, type JsonValue } from "@ambit/api-types";
import { type FixtureForm, fixtureForms, fixturePlugin } from "@ambit/conformance-suite";
import { jsBackend } from "@ambit/sandbox-js";
import { wasmBackend } from "@ambit/sandbox-wasm";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { accept, type HostRig, installed, makeHost } from "../testing/host-rig.ts";
import { freshFolder, pluginFolder } from "../testing/plugin-folder.ts";
import { SampleArticles } from "../testing/sample-capabilities.ts";

interface Rig extends HostRig {
  readonly articles: SampleArticles;
  /** Has the plugin make a call; gives `{ ok, result }` or `{ ok, code, ... }`. */
  readonly ask: (method: string, params: JsonObject) => Promise<JsonValue>;
}

/** The conformance suite's plugin in one form, with capabilities. */
async function fixtureHost(form: FixtureForm, capabilities: readonly string[], removed: readonly string[] = []): Promise<Rig> {
  const articles = new SampleArticles();
  const rig = await makeHost({ backends: [jsBackend(), wasmBackend({ components: true })], capabilities: articles.capabilities() });
  const folder = await freshFolder();
  await cp(fixturePlugin(form).folder, folder, { recursive: true });
  const file = join(folder, "ambit-plugin.json");
  const tools = ["hostCall", "concurrentHostCalls"].map((name) => ({ name, description: "Asks." }));
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, "utf8")), tools, permissions: { capabilities } }));
  const status = await accept(rig.host, await rig.host.install(folder), removed);
  return { ...rig, articles, ask: (method, params) => rig.host.callTool(status.manifest.id, "hostCall", { method, params }) };
}

describe.each(fixtureForms)("from a guest of the form %s", (form) => {
  test("a granted call is served by the application and journaled with the capability", async () => {
    const { ask, articles, host } = await fixtureHost(form, ["content:write"]);
    expect(await ask("content/get", { id: "a" })).toEqual({ ok: true, result: { title: "First" } });
    expect(await ask("content/create", { id: "b", title: "Second" })).toEqual({ ok: true, result: { title: "Second" } });
    expect(articles.titles.get("b")).toBe("Second");
    const records = await host.journal.tail(20, { outcome: "ok" });
    const calls = records.filter(({ method }) => method.startsWith("content/"));
    expect(calls).toMatchObject([
      { method: "content/get", target: "content:read", outcome: "ok", bytesOut: 10, bytesIn: 17 },
      { method: "content/create", target: "content:write", outcome: "ok" },
    ]);
  });

  test("what was not granted is refused before the application hears of it", async () => {
    const { ask, articles, host } = await fixtureHost(form, ["content:read"]);
    expect(await ask("content/create", { id: "b", title: "Second" })).toMatchObject({ ok: false, code: "PERMISSION_DENIED", number: form === "wasm:component" ? null : -32_003 });
    expect(articles.asked).toEqual([]);
    expect(await host.journal.tail(10, { outcome: "refused" })).toMatchObject([{ method: "content/create", target: "content:write", code: "PERMISSION_DENIED" }]);
    expect(Object.keys(host.metrics())).toContain('plugin.permission_denied_total{capability="content:write"}');
  });

  test("what is wrong in a call ends in a code that says so", async () => {
    const { ask, articles } = await fixtureHost(form, ["content:write"]);
    expect(await ask("content/get", { id: 1 })).toMatchObject({ code: "INVALID_PARAMS" });
    expect(await ask("content/none", {})).toMatchObject({ code: "METHOD_NOT_FOUND" });
    expect(await ask("content/create", { id: "a", title: "Again" })).toMatchObject({ code: "REFUSED", message: 'There is an article "a" already.' });
    expect(await ask("content/create", { id: "c", title: "x".repeat(100) })).toMatchObject({ code: "LIMIT_EXCEEDED", limit: "message" });
    expect(articles.titles.has("c")).toBe(false);
  });
});

test("a line taken away is a capability that was never asked for, an earlier name included", async () => {
  const { ask, articles } = await fixtureHost("js", ["read:content"], ["capabilities:content:read"]);
  expect(await ask("content/get", { id: "a" })).toMatchObject({ code: "PERMISSION_DENIED" });
  expect(articles.asked).toEqual([]);
});

test("ctx has what was granted, and nothing else", async () => {
  const { host } = await makeHost({ capabilities: new SampleArticles().capabilities() });
  const code = `export const tools = { run: async (_args, ctx) => [Object.keys(ctx.content ?? {}), (await ctx.content?.get({ id: "a" }))?.title ?? null] };`;
  const status = await installed(host, { code, manifest: { permissions: { capabilities: ["content:read"] } } });
  expect(status.lines).toMatchObject([{ key: "capabilities:content:read", text: "Reads your articles", severity: "medium" }]);
  expect(await host.callTool("notes", "run", {})).toEqual([["get", "wait"], "First"]);
  const other = await installed(host, { code, manifest: { id: "other" } });
  expect(await host.callTool(other.manifest.id, "run", {})).toEqual([[], null]);
});

test("a basic one is there for every plugin, without a line, and journaled", async () => {
  const name = defineCapabilityCall({ method: "site/name", summary: "Names the site.", params: z.strictObject({}), result: z.string(), writes: false, example: {}, run: () => "Garden" });
  const { host } = await makeHost({ capabilities: [defineCapability({ id: "site", label: "Knows the name of the site", basic: true, calls: [name] })] });
  const status = await installed(host, { code: `export const tools = { run: (_args, ctx) => ctx.site.name({}) };` });
  expect(status.lines).toEqual([]);
  expect(await host.callTool("notes", "run", {})).toBe("Garden");
  expect((await host.journal.tail(5)).find(({ method }) => method === "site/name")).toMatchObject({ outcome: "ok", target: "" });
});

describe("a handler", () => {
  test("that fails by itself tells the guest nothing of it, and the host all", async () => {
    const { ask, articles, errors } = await fixtureHost("js", ["content:read"]);
    articles.fail = () => {
      throw new Error("ENOENT /home/app/db");
    };
    expect(JSON.stringify(await ask("content/get", { id: "a" }))).not.toContain("/home");
    articles.fail = () => {
      throw new AmbitError("HOST_CONFIG_INVALID", "/home/app/host.json is wrong");
    };
    const answer = await ask("content/get", { id: "a" });
    expect(answer).toMatchObject({ code: "INTERNAL_ERROR" });
    expect(JSON.stringify(answer)).not.toContain("/home");
    expect(errors.map(String)).toEqual(["Error: ENOENT /home/app/db", "Error: The handler of content/get ended in HOST_CONFIG_INVALID, which is none of its errors."]);
  });

  test("may end in an error of the application's own, with a status to hand on", async () => {
    const { ask, articles } = await fixtureHost("js", ["content:read"]);
    articles.fail = () => {
      throw new AmbitError("CAPABILITY_FAILED", "The database is busy.", { httpStatus: 503 });
    };
    expect(await ask("content/get", { id: "a" })).toMatchObject({ code: "CAPABILITY_FAILED", number: -32_503, message: "The database is busy." });
  });

  test("is held to its result's size", async () => {
    const { ask, articles, errors } = await fixtureHost("js", ["content:read"]);
    articles.titles.set("long", "x".repeat(300));
    expect(await ask("content/get", { id: "long" })).toMatchObject({ code: "LIMIT_EXCEEDED", limit: "message" });
    expect(errors).toEqual([]);
  });

  test("is held to its time and to how many of it are under way", async () => {
    const { articles, host } = await fixtureHost("js", ["content:read"]);
    const held = Promise.withResolvers<void>();
    articles.gate = held.promise;
    const answers = (await host.callTool("conformance-js", "concurrentHostCalls", { count: 3, method: "content/wait", params: {} })) as readonly JsonObject[];
    expect(answers).toMatchObject([{ code: "LIMIT_EXCEEDED", limit: "callSeconds" }, { code: "LIMIT_EXCEEDED", limit: "callSeconds" }, { code: "LIMIT_EXCEEDED", limit: "pendingCalls" }]);
    held.resolve();
    const later = (await host.callTool("conformance-js", "concurrentHostCalls", { count: 2, method: "content/wait", params: {} })) as readonly JsonObject[];
    expect(later).toMatchObject([{ ok: true }, { ok: true }]);
  });
});

test("its calls count against the plugin's budget", async () => {
  const { host } = await makeHost({ capabilities: new SampleArticles().capabilities() });
  const code = `export const tools = { run: async (_args, ctx) => { let made = 0; try { for (;;) { await ctx.content.get({ id: "a" }); made++; } } catch (error) { return [made, error.code, error.details.limit]; } } };`;
  await installed(host, { code, manifest: { permissions: { capabilities: ["content:read"] }, limits: { hostCalls: 3 } } });
  expect(await host.callTool("notes", "run", {})).toEqual([3, "LIMIT_EXCEEDED", "hostCalls"]);
});

test("an update that asks for one that includes more waits; one that writes the present name of an old one goes in", async () => {
  const { host } = await makeHost({ capabilities: new SampleArticles().capabilities() });
  const version = (number: string, capability: string) => pluginFolder({ manifest: { version: number, permissions: { capabilities: [capability] } } });
  await accept(host, await host.install(await version("1.0.0", "read:content")));
  expect(await host.install(await version("1.1.0", "content:read"))).toMatchObject({ manifest: { version: "1.1.0" }, state: "ready" });
  const wider = await host.install(await version("1.2.0", "content:write"));
  expect(wider).toMatchObject({ manifest: { version: "1.1.0" }, update: { manifest: { version: "1.2.0" }, lines: [{ key: "capabilities:content:write", severity: "high", warning: "This includes content:read" }] } });
});

test("an earlier name is warned of when the plugin is shown, and an unknown one is refused by name", async () => {
  const { host } = await makeHost({ capabilities: new SampleArticles().capabilities() });
  const preview = await host.preview(await pluginFolder({ manifest: { permissions: { capabilities: ["read:content"] } } }));
  expect(preview.problems).toEqual([expect.stringContaining('"read:content" is the earlier name of "content:read"')]);
  await expect(host.preview(await pluginFolder({ manifest: { permissions: { capabilities: ["content:raed"] } } }))).rejects.toMatchObject({ code: "MANIFEST_INVALID", message: expect.stringContaining('"content:raed" is no capability of this host: did you mean "content:read"?') });
});

test("a host whose capability came to include more asks again", async () => {
  const articles = new SampleArticles();
  const { host, store, dataDir } = await makeHost({ capabilities: [articles.read(), { ...articles.write(), implies: [] }] });
  await installed(host, { manifest: { permissions: { capabilities: ["content:write"] } } });
  const again = await makeHost({ store, dataDir, capabilities: articles.capabilities() });
  expect(await again.host.plugin("notes")).toMatchObject({ state: "waiting", problems: [expect.stringContaining("terms changed")] });
});

test.each([
  ["two of one id", (read: Capability): readonly Capability[] => [read, { ...read, calls: [] }], /"content:read" and "content:read" both have the name "content:read"/],
  ["an earlier name that another has", (read: Capability): readonly Capability[] => [read, { id: "other", label: "Other", deprecatedIds: ["content:read"] }], /the name "content:read"/],
  ["a call that another has", (read: Capability): readonly Capability[] => [read, { ...read, id: "other", deprecatedIds: [] }], /both have the call "content\/get"/],
  ["an implication of nothing", (read: Capability): readonly Capability[] => [{ ...read, implies: ["content:reed"] }], /implies "content:reed"/],
  ["a network entry that is none", (read: Capability): readonly Capability[] => [{ ...read, opensNetwork: ["*.com"] }], /`opensNetwork`: "\*\.com"/],
  ["one that defineCapability refuses", (read: Capability): readonly Capability[] => [{ ...read, label: "" }], /"content:read" cannot be taken: `label`/],
])("%s is refused when the host is made", async (_what, make, message) => {
  await expect(makeHost({ capabilities: make(new SampleArticles().read()) })).rejects.toMatchObject({ code: "HOST_CONFIG_INVALID", message: expect.stringMatching(message) });
});
