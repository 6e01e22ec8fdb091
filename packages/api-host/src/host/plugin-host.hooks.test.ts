import type { PluginHost } from "./plugin-host.ts";
import { expect, test } from "vitest";
import { accept, installed, makeHost } from "../testing/host-rig.ts";
import { pluginFolder } from "../testing/plugin-folder.ts";

const hook = "content:beforeSave";

/** Installs a plugin with one hook whose handler has this body. */
async function hooked(host: PluginHost, id: string, body: string, declared: object = {}, removed: readonly string[] = []): Promise<void> {
  const code = `export const hooks = { async "${hook}"(payload, ctx) { ${body} } }; export const tools = { run: async (_args, ctx) => (await ctx.kv.get({ key: "asked" })).value };`;
  await installed(host, { manifest: { id, hooks: [{ name: hook, mode: "policy", ...declared }] }, code }, removed);
}

const note = (word: string) => `await ctx.kv.set({ key: "asked", value: ${word} });`;

test("policy hooks are asked by priority, then by id, each on a copy of its own, and give values", async () => {
  const { host } = await makeHost();
  await hooked(host, "b", "payload.tags.length = 0;", { mode: "observe" });
  await hooked(host, "z-first", "return { value: [payload.title, Object.isFrozen(payload.tags)] };", { priority: 1 });
  await hooked(host, "c", "return { value: 'c' };");
  await hooked(host, "a", "return { value: 'a' };");
  await hooked(host, "silent", "");
  await hooked(host, "taken", "return { value: 'taken' };", {}, [`hooks:policy:${hook}`]);
  const payload = { title: "First", tags: ["x"] };
  const { values } = await host.runHook(hook, payload);
  expect(values).toEqual([{ pluginId: "z-first", value: ["First", true] }, { pluginId: "a", value: "a" }, { pluginId: "c", value: "c" }]);
  expect(payload.tags).toEqual(["x"]);
  const asked = await host.journal.tail(10, { method: "hook/run" });
  expect(asked.slice(0, 4).map(({ plugin, target, outcome }) => [plugin, target, outcome])).toEqual(["z-first", "a", "c", "silent"].map((plugin) => [plugin, hook, "ok"]));
  expect((await host.runHook("content:afterSave", null)).values).toEqual([]);
});

test.for([
  ["a denial", "return { deny: 'No titles in capitals.' };", "refused", "HOOK_BLOCKED", /"blocks" said no: No titles in capitals\./],
  ["an error", "throw new Error('broken');", "failed", "GUEST_ERROR", /"blocks" could not say .*broken/],
  ["an answer that is none", "return false;", "failed", "GUEST_PROTOCOL", /"blocks" could not say/],
  ["a denial without a reason", "return { deny: true };", "failed", "GUEST_PROTOCOL", /"blocks" could not say/],
  ["a promise that never settles", "await new Promise(() => {});", "limited", "LIMIT_EXCEEDED", /took longer than 200 ms/],
] as const)("%s blocks, and nobody is asked after it", async ([, body, outcome, code, message]) => {
  const { host } = await makeHost();
  await hooked(host, "blocks", body, { priority: 1, ...(code === "LIMIT_EXCEEDED" && { timeoutMs: 200 }) });
  await hooked(host, "later", note("'asked'"));
  await hooked(host, "observer", note("'told'"), { mode: "observe", priority: 0 });
  await expect(host.runHook(hook, {})).rejects.toMatchObject({ code: "HOOK_BLOCKED", message: expect.stringMatching(message), details: { target: "blocks" } });
  expect(await host.journal.tail(10, { method: "hook/run" })).toMatchObject([{ plugin: "blocks", target: hook, outcome, code }]);
  for (const id of ["later", "observer"]) expect(await host.callTool(id, "run", {})).toBeNull();
});

test("a policy hook that runs into the limits of its instance blocks, and the plugin lives on", async () => {
  const { host } = await makeHost({ restart: { backoffMillis: [1] } });
  const code = `export const hooks = { "${hook}"() { for (;;); } }; export const tools = { run: () => 1 };`;
  await installed(host, { manifest: { id: "loops", hooks: [{ name: hook, mode: "policy" }], limits: { cpuMillis: 500, callSeconds: 10 } }, code });
  await expect(host.runHook(hook, {})).rejects.toMatchObject({ code: "HOOK_BLOCKED", details: { limit: "cpuMillis" } });
  expect(await host.callTool("loops", "run", {})).toBe(1);
});

test("observers block nothing, and what they give is there for those who wait", async () => {
  const { host } = await makeHost();
  await hooked(host, "fails", "throw new Error('no');", { mode: "observe" });
  await hooked(host, "denies", "return { deny: 'no' };", { mode: "observe" });
  await hooked(host, "hangs", "await new Promise(() => {});", { mode: "observe", timeoutMs: 100 });
  await hooked(host, "gives", "return { value: payload.n + 1 };", { mode: "observe" });
  const { values, observed } = await host.runHook(hook, { n: 1 });
  expect(values).toEqual([]);
  expect(await observed).toEqual([{ pluginId: "gives", value: 2 }]);
  const outcomes = Object.fromEntries((await host.journal.tail(10, { method: "hook/run" })).map(({ plugin, outcome }) => [plugin, outcome]));
  expect(outcomes).toEqual({ fails: "failed", denies: "ok", hangs: "limited", gives: "ok" });
});

test("a plugin that was agreed to and cannot run blocks; one that nobody agreed to is not asked", async () => {
  const { host, store } = await makeHost({ restart: { backoffMillis: [1], crashesToPark: 1 } });
  const waiting = await host.install(await pluginFolder({ manifest: { id: "waiting", hooks: [{ name: hook, mode: "policy" }] }, code: `export const hooks = { "${hook}": () => ({ value: 1 }) };` }));
  expect((await host.runHook(hook, {})).values).toEqual([]);
  await accept(host, waiting);
  expect((await host.runHook(hook, {})).values).toEqual([{ pluginId: "waiting", value: 1 }]);

  const record = await store.installs.get("waiting");
  if (record === undefined) throw new Error("It is not installed.");
  const { host: again } = await makeHost({ store });
  await store.installs.put({ ...record, parked: true });
  await expect(again.runHook(hook, {})).rejects.toMatchObject({ code: "HOOK_BLOCKED", message: expect.stringContaining('"waiting" could not say') });
  expect(await again.journal.tail(1, { method: "hook/run" })).toMatchObject([{ plugin: "waiting", target: hook, code: "PLUGIN_PARKED" }]);
  await again.revoke("waiting");
  expect((await again.runHook(hook, {})).values).toEqual([]);
});

test("an application that gives up is told so; hooks of the host's own it cannot run", async () => {
  const { host } = await makeHost();
  await hooked(host, "hangs", "await new Promise(() => {});");
  await expect(host.runHook(hook, {}, { signal: AbortSignal.timeout(50) })).rejects.toMatchObject({ code: "CALL_CANCELLED" });
  await expect(host.runHook("plugin:uninstall", {})).rejects.toMatchObject({ code: "INVALID_PARAMS" });
  await expect(host.runHook(hook, "x".repeat(9_000_000))).rejects.toMatchObject({ code: "MESSAGE_TOO_LARGE" });
});

test("a plugin that leaves is told whether its data goes with it, and cannot stay", async () => {
  const { host, store } = await makeHost();
  const code = `export const hooks = { async "plugin:uninstall"(payload, ctx) { await ctx.kv.set({ key: "left", value: payload }); throw new Error("I stay."); } };`;
  const manifest = { hooks: [{ name: "plugin:uninstall", mode: "policy" }], tools: [] };
  await installed(host, { manifest, code });
  await host.uninstall("notes", { deleteData: false });
  expect(await store.kv.get({ pluginId: "notes" }, "left")).toEqual({ deleteData: false });
  await installed(host, { manifest, code });
  await host.uninstall("notes", { deleteData: true });
  expect(await store.kv.get({ pluginId: "notes" }, "left")).toBeUndefined();
  expect(await host.plugins()).toEqual([]);
});
