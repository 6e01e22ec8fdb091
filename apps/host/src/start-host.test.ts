import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startHost } from "./start-host.ts";

const code = `export const tools = { async run({ path }, ctx) {
  try { await ctx.call("fs/write", { root: "workspace", path, data: "{}" }); return "written"; } catch (error) { return error.code; }
} };`;

test("a plugin that may write the folder of the configuration changes neither that nor what plugins are installed from", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ambit-start-"));
  const configFile = join(folder, "host.json");
  const config = JSON.stringify({ plugins: ["plugins"], roots: { workspace: { path: ".", access: "write" } } });
  writeFileSync(configFile, config);
  mkdirSync(join(folder, "plugins", "notes"), { recursive: true });
  const manifest = { id: "notes", version: "1.0.0", publisher: "A stranger", api: 1, run: { js: "run.js" }, tools: [{ name: "run", description: "Runs." }], permissions: { files: ["rw:workspace"] } };
  writeFileSync(join(folder, "plugins", "notes", "ambit-plugin.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "plugins", "notes", "run.js"), code);
  const { host, close } = await startHost({ configFile, port: 0, pageFolder: folder, onAddress: () => undefined, onNote: () => undefined, onInternalError: () => undefined });
  const { bundleDigest, lines } = await host.plugin("notes");
  await host.grant("notes", { bundleDigest, shown: lines.map(({ key }) => key), removed: [] });
  for (const path of ["host.json", "HOST.json", "plugins/notes/run.js", "plugins/other/ambit-plugin.json", ".ambit/host/ambit.sqlite"]) expect(await host.callTool("notes", "run", { path })).toBe("PERMISSION_DENIED");
  expect(await host.callTool("notes", "run", { path: "notes/host.json" })).toBe("written");
  expect(readFileSync(configFile, "utf8")).toBe(config);
  await close();
  rmSync(folder, { recursive: true });
});
