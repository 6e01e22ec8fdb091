import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { accept, installed, makeHost } from "../testing/host-rig.ts";
import { freshFolder, pluginFolder } from "../testing/plugin-folder.ts";

const saves = `export const tools = {
  async run({ set }, ctx) {
    if (set !== undefined) await ctx.call("kv/set", { key: "a", value: set });
    return (await ctx.call("kv/get", { key: "a" })).value;
  },
};`;

function version(number: string, permissions: object = {}, more: object = {}) {
  return pluginFolder({ manifest: { version: number, permissions, ...more }, code: `${saves} // ${number}` });
}

test("an update that asks for nothing more goes in at once; one that does waits, and the old one runs on", async () => {
  const { host, dataDir } = await makeHost();
  await installed(host, { manifest: { permissions: { network: ["*.example.dev"] } }, code: saves });
  expect(await host.callTool("notes", "run", { set: 7 })).toBe(7);
  expect(await host.install(await version("1.1.0", { network: ["api.example.dev"] }))).toMatchObject({ state: "ready", manifest: { version: "1.1.0" } });
  expect(await host.callTool("notes", "run", {})).toBe(7);

  const waiting = await host.install(await version("2.0.0", { network: ["api.example.dev", "other.example.org"] }));
  expect(waiting).toMatchObject({ state: "running", manifest: { version: "1.1.0" }, update: { manifest: { version: "2.0.0" } } });
  expect(await host.callTool("notes", "run", {})).toBe(7);
  expect(await host.journal.tail(1, { method: "tool/call" })).toMatchObject([{ version: "1.1.0" }]);
  expect(await readdir(join(dataDir, "bundles"))).toHaveLength(1);

  const accepted = await accept(host, waiting, ["network:other.example.org"]);
  expect(accepted).toMatchObject({ state: "ready", manifest: { version: "2.0.0" }, removed: ["network:other.example.org"] });
  expect(accepted).not.toHaveProperty("update");
  expect(await host.callTool("notes", "run", {})).toBe(7);
  expect(await readdir(join(dataDir, "bundles"))).toHaveLength(1);
});

test("a line that was taken away stays away, from update to update", async () => {
  const { host } = await makeHost();
  const both = { network: ["a.example.dev", "b.example.dev"] };
  await installed(host, { manifest: { permissions: both }, code: saves }, ["network:b.example.dev"]);
  expect(await host.install(await version("1.1.0", both))).toMatchObject({ state: "ready", manifest: { version: "1.1.0" }, removed: ["network:b.example.dev"] });
  expect(await host.install(await version("1.2.0", { network: ["a.example.dev"] }))).toMatchObject({ manifest: { version: "1.2.0" } });
  const back = await host.install(await version("1.3.0", both));
  expect(back).toMatchObject({ state: "ready", manifest: { version: "1.3.0" }, removed: ["network:b.example.dev"] });
  expect(back).not.toHaveProperty("update");
});

test("another publisher needs consent again", async () => {
  const { host } = await makeHost();
  await installed(host, { code: saves });
  expect(await host.install(await version("1.1.0", {}, { publisher: "Somebody else" }))).toMatchObject({ manifest: { publisher: "Example" }, update: { manifest: { publisher: "Somebody else" } } });
});

test("a downgrade is an update like any other, and keeps the data", async () => {
  const { host } = await makeHost();
  await installed(host, { manifest: { version: "2.0.0" }, code: saves });
  await host.callTool("notes", "run", { set: 5 });
  expect(await host.install(await version("1.0.0"))).toMatchObject({ state: "ready", manifest: { version: "1.0.0" } });
  expect(await host.callTool("notes", "run", {})).toBe(5);
});

test("the same version installed again drops the update that waits", async () => {
  const { host } = await makeHost();
  const first = await version("1.0.0");
  await accept(host, await host.install(first));
  expect(await host.install(await version("2.0.0", { secrets: ["token"] }))).toHaveProperty("update");
  expect(await host.install(first)).not.toHaveProperty("update");
});

test("consent holds for exactly what was shown", async () => {
  const { host } = await makeHost();
  const status = await host.install(await version("1.0.0", { network: ["a.example.dev", "b.example.dev"] }));
  const { bundleDigest } = status;
  const shown = status.lines.map(({ key }) => key);
  const faults = [
    { bundleDigest: "0".repeat(64), shown, removed: [] },
    { bundleDigest, shown: shown.slice(1), removed: [] },
    { bundleDigest, shown: [...shown, "network:c.example.dev"], removed: [] },
    { bundleDigest, shown: [...shown.slice(1), "network:c.example.dev"], removed: [] },
    { bundleDigest, shown: [...shown, ...shown.slice(1)], removed: [] },
    { bundleDigest, shown, removed: ["network:c.example.dev"] },
  ];
  for (const consent of faults) await expect(host.grant("notes", consent)).rejects.toMatchObject({ code: "CONSENT_MISMATCH" });
  expect(await host.plugin("notes")).toMatchObject({ state: "waiting" });
  await host.grant("notes", { bundleDigest, shown: [...shown].reverse(), removed: [] });
  expect(await host.plugin("notes")).toMatchObject({ state: "ready" });
});

test("revoking stops the plugin and asks again", async () => {
  const { host } = await makeHost();
  const status = await installed(host, { code: saves });
  await host.callTool("notes", "run", { set: 1 });
  expect(await host.revoke("notes")).toMatchObject({ state: "waiting" });
  await expect(host.callTool("notes", "run", {})).rejects.toMatchObject({ code: "CONSENT_REQUIRED" });
  await accept(host, status);
  expect(await host.callTool("notes", "run", {})).toBe(1);
});

test("uninstalling keeps the data, or deletes it where that is asked for", async () => {
  const { host, store, dataDir } = await makeHost();
  const scope = { pluginId: "notes" };
  await installed(host, { code: saves });
  await host.callTool("notes", "run", { set: 1 });
  await host.secrets.set("notes", "token", "s3cr3t");
  await host.uninstall("notes", { deleteData: false });
  await expect(host.plugin("notes")).rejects.toMatchObject({ code: "PLUGIN_NOT_INSTALLED" });
  expect(await readdir(join(dataDir, "bundles"))).toEqual([]);
  const status = await host.install(await version("1.0.0"));
  expect(status.state).toBe("waiting");
  await accept(host, status);
  expect(await host.callTool("notes", "run", {})).toBe(1);
  await host.uninstall("notes", { deleteData: true });
  expect(await store.kv.usedBytes(scope)).toBe(0);
  expect(await store.secrets.list(scope)).toEqual([]);
  expect((await host.journal.tail(1))[0]).toMatchObject({ method: "plugin/uninstall", outcome: "ok" });
});

test("a host whose terms changed asks again before it enforces something else", async () => {
  const { host, store } = await makeHost({ roots: { workspace: { hostPath: await freshFolder() } } });
  await installed(host, { manifest: { permissions: { files: ["workspace"] } }, code: saves });
  const { host: smaller } = await makeHost({ store, limits: { memoryMb: 32 }, roots: { workspace: { hostPath: await freshFolder() } } });
  expect(await smaller.plugin("notes")).toMatchObject({ state: "waiting", problems: [expect.stringContaining("terms changed")] });
  const { host: rootless } = await makeHost({ store });
  expect(await rootless.plugin("notes")).toMatchObject({ state: "waiting", lines: [], problems: [expect.stringContaining("workspace"), expect.anything()] });
  await expect(rootless.callTool("notes", "run", {})).rejects.toMatchObject({ code: "ROOT_UNKNOWN" });
});
