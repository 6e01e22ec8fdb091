import { mkdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createSqliteStore } from "../stores/sqlite/create-sqlite-store.ts";
import { installed, makeHost } from "../testing/host-rig.ts";
import { freshFolder } from "../testing/plugin-folder.ts";

const code = `export const tools = { async run({ call, ...params }, ctx) {
  try { return JSON.stringify(await ctx.call(call, { root: "workspace", ...params })); } catch (error) { return error.code; }
} };`;

test("a plugin that may write the folder in which the host keeps its own finds nothing of it", async () => {
  const workspace = await freshFolder();
  const dataDir = join(workspace, ".ambit", "host");
  await mkdir(dataDir, { recursive: true });
  await symlink(".ambit", join(workspace, "short"));
  const store = createSqliteStore(join(dataDir, "ambit.sqlite"));
  const { host } = await makeHost({ store, dataDir, roots: { workspace: { hostPath: workspace, access: "write" } } });
  await installed(host, { manifest: { permissions: { files: ["rw:workspace"] } }, code });
  await host.secrets.set("notes", "token", "s3cr3t-value-of-another");
  const run = (call: string, params: object): Promise<unknown> => host.callTool("notes", "run", { call, ...params });
  for (const path of [".ambit/host/ambit.sqlite", ".AMBIT/Host/ambit.sqlite-wal", "short/host/ambit.sqlite"]) {
    expect(await run("fs/read", { path })).toBe("PERMISSION_DENIED");
    expect(await run("fs/write", { path, data: "x" })).toBe("PERMISSION_DENIED");
  }
  expect(await run("fs/list", { path: ".ambit/host" })).toBe("PERMISSION_DENIED");
  expect(await run("fs/list", { path: ".ambit" })).toBe('{"entries":[],"truncated":false}');
  expect(await run("fs/write", { path: "notes/host/a.txt", data: "x" })).toBe('{"bytes":1}');
  expect((await readFile(join(workspace, "notes/host/a.txt"), "utf8"))).toBe("x");
});
