import { expect, test } from "vitest";
import { accept, installed, makeHost } from "../testing/host-rig.ts";
import { pluginFolder } from "../testing/plugin-folder.ts";

const names = ["plugin:install", "plugin:activate", "plugin:deactivate"];
const code = `
  const note = (name) => async (_payload, ctx) => { const { value } = await ctx.kv.get({ key: "told" }); await ctx.kv.set({ key: "told", value: [...(value ?? []), name] }); };
  export default { tools: { run: async (_args, ctx) => (await ctx.kv.get({ key: "told" })).value }, hooks: { ${names.map((name) => `"${name}": note("${name}")`).join(", ")} } };`;
const plugin = { code, manifest: { hooks: names.map((name) => ({ name, mode: "observe" })) } };

test("a plugin is told once that it was installed, and each time that it may work or no more", async () => {
  const { host } = await makeHost();
  const status = await installed(host, plugin);
  expect(await host.callTool("notes", "run", {})).toEqual(["plugin:install", "plugin:activate"]);
  await host.revoke("notes");
  await accept(host, await host.plugin("notes"));
  const update = await host.install(await pluginFolder({ ...plugin, manifest: { ...plugin.manifest, version: "1.1.0", permissions: { secrets: ["token"] } } }));
  await accept(host, update);
  expect(await host.callTool("notes", "run", {})).toEqual(["plugin:install", "plugin:activate", "plugin:deactivate", "plugin:activate", "plugin:activate"]);
  expect(status.manifest.version).toBe("1.0.0");
});

test("one that was taken out and comes again is installed again, and one whose hook fails is agreed to all the same", async () => {
  const { host } = await makeHost();
  await installed(host, plugin);
  await host.uninstall("notes", { deleteData: true });
  await installed(host, plugin);
  expect(await host.callTool("notes", "run", {})).toEqual(["plugin:install", "plugin:activate"]);
  const failing = `export default { tools: { run: () => 1 }, hooks: { "plugin:install": () => { throw new Error("no"); } } };`;
  await installed(host, { code: failing, manifest: { id: "failing", hooks: [{ name: "plugin:install", mode: "policy" }] } });
  expect(await host.callTool("failing", "run", {})).toBe(1);
});
