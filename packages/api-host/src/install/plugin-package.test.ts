import { expect, test } from "vitest";
import { makeHost } from "../testing/host-rig.ts";
import { freshFolder, manifestOf, pluginFolder, writeFiles } from "../testing/plugin-folder.ts";

test("a manifest that is wrong in five places has five lines", async () => {
  const { host } = await makeHost();
  const folder = await pluginFolder({ manifest: { id: "Notes", version: "1", api: 2, permissions: { network: ["http://x"] }, colour: "red" } });
  const error = await host.preview(folder).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "MANIFEST_INVALID" });
  const lines = (error as Error).message.split("\n");
  expect(lines.length).toBe(5);
  for (const line of lines) expect(line).toMatch(/^ambit-plugin\.json:\d+:\d+: /);
});

test("files that the manifest names must be there", async () => {
  const { host } = await makeHost();
  for (const fields of [{ run: { js: "main.js" } }, { icon: "icon.svg" }, { tools: [{ name: "t", description: "T.", script: "tools/t.py" }] }]) {
    await expect(host.preview(await pluginFolder({ manifest: fields }))).rejects.toMatchObject({ code: "BUNDLE_INVALID", message: expect.stringMatching(/^(main\.js|icon\.svg|tools\/t\.py): /) });
  }
});

test("a folder without a manifest at its top is no plugin", async () => {
  const { host } = await makeHost();
  const folder = await freshFolder();
  await writeFiles(folder, { "p/ambit-plugin.json": JSON.stringify(manifestOf()) });
  await expect(host.install(folder)).rejects.toMatchObject({ code: "BUNDLE_INVALID", message: expect.stringContaining("ambit-plugin.json") });
});

test("a root that the host lacks is said by its own code", async () => {
  const { host } = await makeHost();
  await expect(host.install(await pluginFolder({ manifest: { permissions: { files: ["workspace"] } } }))).rejects.toMatchObject({ code: "ROOT_UNKNOWN", message: expect.stringContaining("workspace") });
});

test("looking needs no root: the lines are shown, and what is lacking is a problem", async () => {
  const { host } = await makeHost();
  const preview = await host.preview(await pluginFolder({ manifest: { permissions: { files: ["workspace", { root: "outbox", access: "write" }] } } }));
  expect(preview.lines.map(({ key }) => key).toSorted()).toEqual(["files:read:workspace", "files:write:outbox"]);
  expect(preview.problems.filter((problem) => problem.includes("has no root"))).toHaveLength(2);
});

test("a tool's schema that the host will not check is refused", async () => {
  const { host } = await makeHost();
  const params = { type: "object", properties: { a: { $ref: "#/properties/b" } } };
  await expect(host.install(await pluginFolder({ manifest: { tools: [{ name: "t", description: "T.", params }] } }))).rejects.toMatchObject({ code: "MANIFEST_INVALID", message: expect.stringContaining("$ref") });
});

test("what is left out and what cannot run is said before anything is kept", async () => {
  const { host } = await makeHost({ backends: [] });
  const preview = await host.preview(await pluginFolder({ files: { ".git/HEAD": "x", "tools/t.py": "" }, manifest: { tools: [{ name: "t", description: "T.", script: "tools/t.py" }] } }));
  expect(preview.problems).toEqual([expect.stringContaining(".git"), expect.stringContaining("No sandbox backend"), expect.stringContaining('"t" is a script')]);
});
