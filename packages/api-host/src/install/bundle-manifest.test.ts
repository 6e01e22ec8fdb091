import { expect, test } from "vitest";
import { makeHost } from "../testing/host-rig.ts";
import { freshFolder, writeFiles } from "../testing/plugin-folder.ts";

async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await freshFolder();
  await writeFiles(folder, files);
  return folder;
}

const escouade = JSON.stringify({ id: "issues", version: "1.0.0", publisher: "Example", permissions: { network: ["api.example.dev"], commands: ["npm run *"] } });

test("a folder with another system's manifest is shown and installed like one with its own", async () => {
  const { host } = await makeHost();
  const folder = await folderOf({ "escouade-plugin.json": escouade, "run.js": "export default {};" });
  const preview = await host.preview(folder);
  expect(preview.manifest).toMatchObject({ id: "issues", run: { js: "run.js" } });
  expect(preview.lines.map(({ key }) => key).toSorted()).toEqual(["network:*.api.example.dev", "network:api.example.dev"]);
  expect(preview.problems).toContainEqual(expect.stringMatching(/^escouade-plugin\.json:1:\d+: permissions\.commands\[0\]: .*it is left out$/));
  await expect(host.install(folder)).resolves.toBeDefined();
});

test("each system is told by its file", async () => {
  const { host } = await makeHost();
  const cases: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ["emdash-a", { "emdash-plugin.jsonc": '{"slug": "emdash-a", "publisher": "example.com", /* */}', "package.json": '{"version": "1.2.3"}', "run.js": "" }],
    ["emdash-b", { "manifest.json": '{"id": "emdash-b", "version": "1.0.0"}', "backend.js": "" }],
    ["byob", { "byob-plugin.json": '{"id": "byob", "tools": [{"name": "t", "description": "T.", "run": "t.py"}]}', "t.py": "" }],
    ["capybara", { ".capybara-plugin/plugin.json": '{"name": "capybara", "version": "1.0.0", "publisher": "P"}', ".git/HEAD": "" }],
    ["suaveplan", { "suaveplan-plugin.json": '{"id": "suaveplan", "version": "1.0.0", "permissions": {"fs": ["temp"]}}', "run.js": "" }],
  ];
  for (const [id, files] of cases) expect((await host.preview(await folderOf(files))).manifest.id).toBe(id);
});

test("faults of the other manifest stand at their places", async () => {
  const { host } = await makeHost();
  const folder = await folderOf({ "emdash-plugin.jsonc": '{\n  "slug": "a", "version": "1.0.0", "publisher": "p",\n  "capabilities": ["content:reed"],\n}', "run.js": "" });
  await expect(host.preview(folder)).rejects.toMatchObject({ code: "MANIFEST_INVALID", message: expect.stringMatching(/^emdash-plugin\.jsonc:3:20: capabilities\[0\]: /) });
});

test("its own manifest counts before any other, and two others leave it open which one does", async () => {
  const { host } = await makeHost();
  const own = JSON.stringify({ id: "own", version: "1.0.0", publisher: "P", api: 1 });
  expect((await host.preview(await folderOf({ "ambit-plugin.json": own, "escouade-plugin.json": escouade }))).manifest.id).toBe("own");
  await expect(host.preview(await folderOf({ "byob-plugin.json": "{}", "escouade-plugin.json": escouade, "run.js": "" }))).rejects.toMatchObject({ code: "BUNDLE_INVALID", message: expect.stringContaining("which one counts") });
  await expect(host.preview(await folderOf({ "manifest.json": '{"id": "a", "version": "1.0.0"}' }))).rejects.toMatchObject({ code: "BUNDLE_INVALID" });
  await expect(host.preview(await folderOf({ "hob-plugin.json": "{}" }))).rejects.toMatchObject({ code: "BUNDLE_INVALID", message: expect.stringContaining("rename") });
});
