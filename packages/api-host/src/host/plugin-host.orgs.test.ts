import { AmbitError } from "@ambit/api-types";
import { expect, test } from "vitest";
import { installed, makeHost } from "../testing/host-rig.ts";

const counting = `let calls = 0;
export const tools = { run: async ({ set }, ctx) => {
  if (set !== undefined) await ctx.kv.set({ key: "k", value: set });
  const { value } = await ctx.call("kv/get", { key: "k" });
  return { calls: ++calls, value: value ?? null, config: ctx.config };
} };`;

const config = {
  type: "object",
  additionalProperties: false,
  properties: { server: { type: "string", org: "override" }, tier: { type: "string", org: "readonly" }, inner: { type: "string" }, key: { type: "string", secret: true, org: "override" }, root: { type: "string", secret: true } },
};

test("each organisation has instances, data and records of its own", async () => {
  const { host } = await makeHost();
  await installed(host, { code: counting });
  const run = (org: string | undefined, set?: string) => host.callTool("notes", "run", set === undefined ? {} : { set }, org === undefined ? {} : { org });
  expect(await run("acme", "a")).toMatchObject({ calls: 1, value: "a" });
  expect(await run("bolt")).toMatchObject({ calls: 1, value: null });
  expect(await run(undefined)).toMatchObject({ calls: 1, value: null });
  expect(await run("acme")).toMatchObject({ calls: 2, value: "a" });
  const starts = await host.journal.tail(9, { method: "plugin/start" });
  expect(starts.map(({ org }) => org ?? "")).toEqual(["acme", "bolt", ""]);
  expect(new Set(starts.map(({ instance }) => instance)).size).toBe(3);
  const sets = await host.journal.tail(9, { method: "kv/set" });
  expect(sets.map(({ org }) => org)).toEqual(["acme"]);
  for (const wrong of ["", "a b", "../x", "x".repeat(65)]) await expect(run(wrong)).rejects.toMatchObject({ code: "INVALID_PARAMS" });
});

test("data goes in every organisation with the plugin", async () => {
  const { host } = await makeHost();
  await installed(host, { code: counting });
  await host.callTool("notes", "run", { set: "a" }, { org: "acme" });
  await host.uninstall("notes", { deleteData: true });
  await installed(host, { code: counting });
  expect(await host.callTool("notes", "run", {}, { org: "acme" })).toMatchObject({ value: null });
});

test("an organisation sets what it may, over the deployment's settings", async () => {
  const { host } = await makeHost();
  await installed(host, { code: counting, manifest: { config } });
  const seen = async (org?: string) => ((await host.callTool("notes", "run", {}, org === undefined ? {} : { org })) as { config: unknown }).config;
  await host.settings.put("notes", { accounts: [], config: { server: "https://a.example", tier: "gold", inner: "x" } });
  await host.secrets.set("notes", "key", "deployment-key");
  await host.secrets.set("notes", "root", "deployment-root");
  const deployment = { server: "https://a.example", tier: "gold", inner: "x", key: "deployment-key", root: "deployment-root" };
  expect(await seen()).toEqual(deployment);
  expect(await seen("acme")).toEqual(deployment);
  await host.settings.put("notes", { accounts: [], config: { server: "https://acme.example" } }, { org: "acme" });
  expect(await seen("acme")).toEqual({ server: "https://acme.example", tier: "gold", inner: "x", root: "deployment-root" });
  await host.secrets.set("notes", "key", "acme-key", { org: "acme" });
  expect(await seen("acme")).toMatchObject({ key: "acme-key" });
  expect(await seen("bolt")).toEqual(deployment);
  expect(await host.settings.inForce("notes", { org: "acme" })).toEqual({ server: "https://acme.example", tier: "gold" });
  expect(await host.settings.inForce("notes")).toEqual({ server: "https://a.example", tier: "gold", inner: "x" });
  for (const wrong of [{ tier: "lead" }, { inner: "y" }, { server: 1 }, { other: 1 }]) await expect(host.settings.put("notes", { accounts: [], config: wrong }, { org: "acme" })).rejects.toMatchObject({ code: "INVALID_PARAMS" });
  await expect(host.secrets.set("notes", "root", "mine", { org: "acme" })).rejects.toMatchObject({ code: "INVALID_PARAMS" });
});

test("a secret setting is a secret: refused among the settings, handed over with them, masked, never given back", async () => {
  const { host } = await makeHost();
  const code = `export const tools = { run: (args, ctx) => { if (args.fail) throw new Error("it was " + ctx.config.key); return ctx.config.key ?? null; } };`;
  await installed(host, { code, manifest: { config: { ...config, required: ["key"] } } });
  await expect(host.settings.put("notes", { accounts: [], config: { key: "hunter2hunter2" } })).rejects.toMatchObject({ code: "INVALID_PARAMS", message: expect.stringContaining("config.key") as string });
  await host.settings.put("notes", { accounts: [], config: {} });
  expect(await host.callTool("notes", "run", {})).toBe(null);
  await host.secrets.set("notes", "key", "hunter2hunter2");
  expect(await host.callTool("notes", "run", {})).toBe("hunter2hunter2");
  const error = await host.callTool("notes", "run", { fail: true }).catch((thrown: unknown) => thrown);
  expect(AmbitError.isInstance(error) && error.message).toContain("it was [secret]");
  expect(JSON.stringify([await host.settings.get("notes"), await host.settings.inForce("notes"), await host.plugins(), await host.journal.tail(50)])).not.toContain("hunter2");
  expect((await host.plugin("notes")).secretNames).toEqual(["key", "root"]);
  expect(await host.secrets.delete("notes", "key")).toBe(true);
  expect(await host.callTool("notes", "run", {})).toBe(null);
});

test("hooks, routes and events are an organisation's where it is named", async () => {
  const { host } = await makeHost();
  const code = `let who = [];
export const hooks = { "post:save": async (payload, ctx) => { await ctx.kv.set({ key: "h", value: payload }); return null; } };
export const routes = { seen: async (request, ctx) => (await ctx.call("kv/get", { key: "h" })).value ?? null };
export const events = { "post:saved": async (payload, ctx) => { await ctx.kv.set({ key: "h", value: payload }); } };`;
  await installed(host, { code, manifest: { tools: [], hooks: [{ name: "post:save", mode: "policy" }], routes: [{ name: "seen" }], permissions: { events: ["post:saved"] } } });
  const seen = (org: string) => host.callRoute("notes", "seen", {}, { org });
  await host.runHook("post:save", 1, { org: "acme" });
  expect([await seen("acme"), await seen("bolt")]).toEqual([1, null]);
  expect(await host.emit("post:saved", 2, { org: "bolt" })).toBe(1);
  await expect.poll(() => seen("bolt")).toBe(2);
  expect(await seen("acme")).toBe(1);
});

test("a plugin that is parked for one organisation serves the others", async () => {
  const { host } = await makeHost({ restart: { crashesToPark: 2, backoffMillis: [0] } });
  const code = `export const tools = { run: ({ die }) => { if (die) { const all = []; for (;;) all.push(new Array(1e6).fill(all.length)); } return "here"; } };`;
  await installed(host, { code, manifest: { limits: { memoryMb: 32, cpuMillis: 10_000, callSeconds: 30 } } });
  const run = (org: string, die = false) => host.callTool("notes", "run", { die }, { org });
  for (let crash = 0; crash < 2; crash++) await run("acme", true).catch(() => {});
  await expect.poll(() => run("acme").catch((error: AmbitError) => error.code), { timeout: 15_000 }).toBe("PLUGIN_PARKED");
  expect(await run("bolt")).toBe("here");
  await expect.poll(async () => (await host.journal.tail(9, { method: "plugin/park" })).map(({ org }) => org)).toEqual(["acme"]);
  expect((await host.plugin("notes")).state).toBe("running");
  await host.restart("notes");
  expect(await run("acme")).toBe("here");
});
