import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { installed, makeHost } from "../testing/host-rig.ts";

const tool = (body: string) => `export const tools = { async run(args, ctx) { ${body} } };`;

test("temp is private to an instance, and gone with it", async () => {
  const { host, dataDir } = await makeHost();
  const code = tool(`
    await ctx.call("fs/write", { root: "temp", path: "a/b.txt", data: "x" });
    return (await ctx.call("fs/list", { root: "temp", path: "" })).entries.length;`);
  for (const id of ["one", "two"]) {
    await installed(host, { manifest: { id, permissions: { files: ["rw:temp"] } }, code });
    expect(await host.callTool(id, "run", {})).toBe(1);
  }
  const [own = ""] = await readdir(join(dataDir, "temp"));
  expect(await readdir(join(dataDir, "temp", own))).toHaveLength(2);
  await host.revoke("one");
  expect(await readdir(join(dataDir, "temp", own))).toHaveLength(1);
});

test("an instance that runs into a limit is killed, said so, and started again when it is called again", async () => {
  const { host } = await makeHost({ restart: { backoffMillis: [1] } });
  await installed(host, { manifest: { limits: { callSeconds: 10, cpuMillis: 1000 } }, code: tool("if (args.loop) for (;;); return 1;") });
  await expect(host.callTool("notes", "run", { loop: true })).rejects.toMatchObject({ code: "LIMIT_EXCEEDED" });
  expect(await host.callTool("notes", "run", {})).toBe(1);
  const stops = await host.journal.tail(5, { method: "plugin/stop" });
  expect(stops).toMatchObject([{ outcome: "limited", code: "LIMIT_EXCEEDED", note: "killed" }]);
  expect(await host.journal.tail(1, { method: "plugin/start" })).toMatchObject([{ note: "restarted" }]);
  expect(host.metrics()).toMatchObject({ "plugin.restarts_total": 1, "plugin.instances": 1 });
});

test("a plugin that crashes too often is parked until a person restarts it, over a restart of the host too", async () => {
  const crash = { manifest: { limits: { callSeconds: 10, cpuMillis: 700 } }, code: tool("if (args.loop) for (;;); return 1;") };
  const restart = { backoffMillis: [1], crashesToPark: 2 };
  const { host, store } = await makeHost({ restart });
  await installed(host, crash);
  for (let at = 0; at < 2; at++) await host.callTool("notes", "run", { loop: true }).catch(() => {});
  await expect(host.callTool("notes", "run", {})).rejects.toMatchObject({ code: "PLUGIN_PARKED" });
  await expect.poll(() => host.journal.tail(1, { method: "plugin/park" })).toMatchObject([{ note: "parked", code: "PLUGIN_PARKED" }]);
  expect(await host.plugin("notes")).toMatchObject({ state: "parked" });
  expect(await host.emit("x", 1)).toBe(0);

  const { host: again } = await makeHost({ store, restart });
  expect(await again.plugin("notes")).toMatchObject({ state: "parked" });
  await expect(again.callTool("notes", "run", {})).rejects.toMatchObject({ code: "PLUGIN_PARKED" });
  expect(await again.restart("notes")).toMatchObject({ state: "running" });
  expect(await again.callTool("notes", "run", {})).toBe(1);
});

test("code that cannot be loaded is no crash, and says why", async () => {
  const { host } = await makeHost();
  await installed(host, { code: "export const tools = {{" });
  for (let at = 0; at < 7; at++) await expect(host.callTool("notes", "run", {})).rejects.toMatchObject({ code: "SAND_JS_LOAD_FAILED" });
  expect(await host.plugin("notes")).toMatchObject({ state: "ready" });
  expect(await host.journal.tail(1, { method: "plugin/start" })).toMatchObject([{ outcome: "refused", code: "SAND_JS_LOAD_FAILED" }]);
});

test("events reach those that declared and were granted them", async () => {
  const { host, store } = await makeHost();
  const code = `export const events = { async "ticket:moved"(payload, ctx) { await ctx.call("kv/set", { key: "got", value: payload }); } };`;
  const events = { manifest: { permissions: { events: ["ticket:moved"] }, tools: [] }, code };
  await installed(host, { ...events, manifest: { ...events.manifest, id: "granted" } });
  await installed(host, { ...events, manifest: { ...events.manifest, id: "refused" } }, ["events:ticket:moved"]);
  await installed(host, { manifest: { id: "silent" }, code });
  expect(await host.emit("ticket:moved", { id: 7 })).toBe(1);
  expect(await host.emit("ticket:closed", {})).toBe(0);
  await expect.poll(() => store.kv.get({ pluginId: "granted" }, "got")).toEqual({ id: 7 });
  expect(await store.kv.get({ pluginId: "refused" }, "got")).toBeUndefined();
  expect(await host.journal.tail(5, { method: "event/deliver" })).toMatchObject([{ plugin: "granted", target: "ticket:moved", outcome: "ok" }]);
  await expect(host.emit("ticket:moved", "x".repeat(9_000_000))).rejects.toMatchObject({ code: "MESSAGE_TOO_LARGE" });
});

test("a plugin of its own accord has a bounded number of calls", async () => {
  const { host } = await makeHost();
  const code = `export const events = { async go(n, ctx) {
    for (let at = 0; at < n; at++) try { await ctx.call("kv/get", { key: "a" }); } catch {}
  } };`;
  await installed(host, { manifest: { permissions: { events: ["go"] }, tools: [], limits: { hostCalls: 10 } }, code });
  await host.emit("go", 15);
  await expect.poll(() => host.metrics()['plugin.limits_total{limit="hostCalls"}'] ?? 0).toBeGreaterThan(0);
  const calls = await host.journal.tail(100, { method: "kv/get" });
  expect(calls.filter(({ outcome }) => outcome === "ok")).toHaveLength(10);
  expect(calls.filter(({ outcome }) => outcome === "limited")).toHaveLength(1);
});
