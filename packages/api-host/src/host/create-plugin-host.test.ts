import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { consentWordings, type ConsentWording } from "@ambit/sandbox-permissions";
import { expect, test } from "vitest";
import { createSqliteStore } from "../stores/sqlite/create-sqlite-store.ts";
import { accept, installed, makeHost } from "../testing/host-rig.ts";
import { freshFolder, pluginFolder, writeFiles } from "../testing/plugin-folder.ts";

const report = `
  export const tools = {
    async report({ path }, ctx) {
      const { data } = await ctx.call("fs/read", { root: "workspace", path });
      const words = data.split(/\\s+/).filter(Boolean);
      await ctx.call("kv/set", { key: "last", value: words.length });
      return { words: words.length, last: (await ctx.call("kv/get", { key: "last" })).value };
    },
    async save({ text }, ctx) {
      return ctx.call("fs/write", { root: "workspace", path: "out/report.txt", data: text });
    },
  };`;

const manifest = {
  id: "word-report",
  permissions: { files: ["workspace"] },
  tools: [
    { name: "report", description: "Counts words.", params: { type: "object", properties: { path: { type: "string" } }, required: ["path"], additionalProperties: false } },
    { name: "save", description: "Saves a text." },
  ],
};

async function workspace(): Promise<string> {
  const folder = await freshFolder();
  await writeFiles(folder, { "guide.md": "one two  three\nfour" });
  return folder;
}

test("the install window speaks a language that the application adds, in the host's language", async () => {
  const german = { ...(consentWordings["en"] as ConsentWording), reads: (place: string) => `Liest ${place}` };
  const { host } = await makeHost({ lang: "de-AT", consentWordings: { de: german }, roots: { workspace: { hostPath: await workspace() } } });
  const source = await pluginFolder({ manifest, code: report });
  expect((await host.preview(source)).lines).toMatchObject([{ key: "files:read:workspace", text: "Liest workspace" }]);
  await accept(host, await host.install(source));
  expect(await host.callTool("word-report", "report", { path: "guide.md" })).toEqual({ words: 4, last: 4 });
});

test("a plugin is previewed, installed, agreed to, called, refused and journaled, over a restart", async () => {
  const folder = await workspace();
  const dataDir = await freshFolder();
  const open = () => makeHost({ store: createSqliteStore(join(dataDir, "host.db")), dataDir, roots: { workspace: { hostPath: folder } }, applicationName: "Test" });
  const { host } = await open();
  const source = await pluginFolder({ manifest, code: report });

  const preview = await host.preview(source);
  expect(preview.lines).toEqual([expect.objectContaining({ key: "files:read:workspace", enforcedBy: "enforced by Test" })]);
  expect(await host.plugins()).toEqual([]);
  const waiting = await host.install(source);
  expect(waiting).toMatchObject({ state: "waiting", backend: "js", bundleDigest: preview.bundleDigest });
  await expect(host.callTool("word-report", "report", { path: "guide.md" })).rejects.toMatchObject({ code: "CONSENT_REQUIRED" });
  expect(await accept(host, waiting)).toMatchObject({ state: "ready", problems: [] });

  expect(await host.callTool("word-report", "report", { path: "guide.md" })).toEqual({ words: 4, last: 4 });
  expect(await host.plugin("word-report")).toMatchObject({ state: "running" });
  await expect(host.callTool("word-report", "save", { text: "x" })).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  expect(await readdir(folder)).toEqual(["guide.md"]);

  const records = await host.journal.tail(20);
  expect(records.map(({ method, target, outcome, code }) => [method, target, outcome, code])).toEqual([
    ["plugin/install", "", "ok", undefined],
    ["plugin/grant", "", "ok", undefined],
    ["plugin/start", "", "ok", undefined],
    ["fs/read", "workspace", "ok", undefined],
    ["kv/set", "", "ok", undefined],
    ["kv/get", "", "ok", undefined],
    ["tool/call", "report", "ok", undefined],
    ["fs/write", "workspace", "refused", "PERMISSION_DENIED"],
    ["tool/call", "save", "refused", "PERMISSION_DENIED"],
  ]);
  expect(records.every(({ plugin, version, backend, instance }) => plugin === "word-report" && version === "1.0.0" && (backend === "js") === (instance !== ""))).toBe(true);
  expect(host.metrics()).toMatchObject({ 'plugin.permission_denied_total{capability="files:write"}': 1, "plugin.instances": 1, 'plugin.host_calls_total{method="kv/get",outcome="ok"}': 1 });
  await host.close();
  expect(await readdir(join(dataDir, "temp"))).toEqual([]);

  const { host: again } = await open();
  expect(await again.plugins()).toMatchObject([{ state: "ready", bundleDigest: preview.bundleDigest }]);
  expect(await again.callTool("word-report", "report", { path: "guide.md" })).toEqual({ words: 4, last: 4 });
});

test("what a person takes away behaves as undeclared", async () => {
  const { host } = await makeHost({ roots: { workspace: { hostPath: await workspace() } } });
  const status = await installed(host, { manifest, code: report }, ["files:read:workspace"]);
  expect(status.removed).toEqual(["files:read:workspace"]);
  await expect(host.callTool("word-report", "report", { path: "guide.md" })).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  expect(await host.journal.tail(1, { outcome: "refused", method: "fs/read" })).toMatchObject([{ target: "workspace", code: "PERMISSION_DENIED" }]);
});

test("calls that cannot be are told apart", async () => {
  const { host } = await makeHost({ roots: { workspace: { hostPath: await workspace() } } });
  await installed(host, { manifest, code: report });
  await expect(host.callTool("nobody", "report", {})).rejects.toMatchObject({ code: "PLUGIN_NOT_INSTALLED" });
  await expect(host.callTool("word-report", "toString", {})).rejects.toMatchObject({ code: "TOOL_UNKNOWN" });
  await expect(host.callTool("word-report", "report", {})).rejects.toMatchObject({ code: "INVALID_PARAMS", message: expect.stringContaining("path") });
  await expect(host.callTool("word-report", "report", { path: 1 })).rejects.toMatchObject({ code: "INVALID_PARAMS" });
  await expect(host.callTool("word-report", "report", [] as never)).rejects.toMatchObject({ code: "INVALID_PARAMS" });
  const gone = AbortSignal.abort();
  await expect(host.callTool("word-report", "report", { path: "guide.md" }, { signal: gone })).rejects.toMatchObject({ code: "CALL_CANCELLED" });
});

test("close ends everything, once, and nothing runs afterwards", async () => {
  const { host, dataDir } = await makeHost({ roots: { workspace: { hostPath: await workspace() } } });
  await installed(host, { manifest, code: report });
  await host.callTool("word-report", "report", { path: "guide.md" });
  await Promise.all([host.close(), host.close()]);
  expect(await readdir(join(dataDir, "temp"))).toEqual([]);
  await expect(host.callTool("word-report", "report", { path: "guide.md" })).rejects.toMatchObject({ code: "INSTANCE_STOPPED" });
  await expect(host.install(await pluginFolder())).rejects.toMatchObject({ code: "INSTANCE_STOPPED" });
});
