import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { freshFolder, pluginFolder } from "../testing/plugin-folder.ts";

test("after close nothing holds the process, and no folder is left", async () => {
  const code = `export const tools = {
    async run(args, ctx) { await ctx.call("timer/set", { ms: 1000, repeat: true }); return 1; },
    hang: () => new Promise(() => {}),
  };`;
  const tools = [{ name: "run", description: "Runs." }, { name: "hang", description: "Hangs." }];
  const folder = await pluginFolder({ manifest: { tools }, code });
  const temp = await freshFolder();
  const script = join(import.meta.dirname, "../testing/short-lived-host.ts");
  const { stdout } = await promisify(execFile)(process.execPath, ["--conditions=@ambit/source", script, folder], { timeout: 25_000, env: { ...process.env, TMPDIR: temp } });
  expect(stdout).toBe("1\nINSTANCE_STOPPED true\n");
  expect(await readdir(temp)).toEqual([]);
});
