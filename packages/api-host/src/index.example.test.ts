import { jsBackend } from "@ambit/sandbox-js";
import { expect, test } from "vitest";
import { createMemoryStore, createPluginHost } from "./index.ts";
import { freshFolder, pluginFolder, writeFiles } from "./testing/plugin-folder.ts";

test("runs the README's example", async () => {
  const documents = await freshFolder();
  await writeFiles(documents, { "guide.md": "one two three" });
  const folder = await pluginFolder({
    manifest: { permissions: { files: ["workspace"], network: ["api.example.dev"] }, tools: [{ name: "words", description: "Counts words." }] },
    code: `export const tools = { async words({ path }, ctx) {
      await ctx.call("net/fetch", { url: "https://api.example.dev/" }).catch(() => {});
      return (await ctx.fs.read({ root: "workspace", path })).data.split(" ").length;
    } };`,
  });

  const host = await createPluginHost({
    store: createMemoryStore(),
    backends: [jsBackend()],
    roots: { workspace: { hostPath: documents, access: "read" } },
    applicationName: "Acme Desk",
  });

  const { manifest, lines, bundleDigest } = await host.preview(folder);

  await host.install(folder);
  await host.grant(manifest.id, { bundleDigest, shown: lines.map((line) => line.key), removed: ["network:api.example.dev"] });

  const result = await host.callTool(manifest.id, "words", { path: "guide.md" });
  const refusals = await host.journal.tail(10, { outcome: "refused" });

  await host.close();

  expect(lines.map(({ text }) => text)).toEqual(["Connects to api.example.dev", "Reads workspace"]);
  expect(result).toBe(3);
  expect(refusals).toMatchObject([{ plugin: manifest.id, method: "net/fetch", target: "api.example.dev", code: "PERMISSION_DENIED" }]);
});
