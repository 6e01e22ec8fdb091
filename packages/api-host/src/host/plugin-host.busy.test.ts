import { expect, test } from "vitest";
import { accept, installed, makeHost } from "../testing/host-rig.ts";
import { pluginFolder } from "../testing/plugin-folder.ts";

const code = (version: number): string => `export const tools = { async run(_args, ctx) {
  try { await ctx.call("secrets/get", { name: "token" }); return "${version} has it"; } catch (error) { return "${version} " + error.code; }
} };`;

/** Calls a plugin again and again, whatever it answers, until it is told to stop. */
function callers(call: () => Promise<unknown>, count: number): () => Promise<void> {
  let going = true;
  const loops = Array.from({ length: count }, async () => {
    while (going) await call().catch(() => new Promise((resolve) => void setTimeout(resolve, 1)));
  });
  return async () => {
    going = false;
    await Promise.all(loops);
  };
}

test("a line that is taken away is gone when that is answered, however busy the plugin is", async () => {
  const { host } = await makeHost();
  const status = await installed(host, { manifest: { permissions: { secrets: ["token"] } }, code: code(1) });
  await host.secrets.set("notes", "token", "hunter2hunter2");
  const stop = callers(() => host.callTool("notes", "run", {}), 4);
  try {
    for (let round = 0; round < 5; round++) {
      await accept(host, status, ["secrets:token"]);
      for (let at = 0; at < 5; at++) expect(await host.callTool("notes", "run", {})).toBe("1 PERMISSION_DENIED");
      await accept(host, status);
      for (let at = 0; at < 5; at++) expect(await host.callTool("notes", "run", {})).toBe("1 has it");
    }
  } finally {
    await stop();
  }
});

test("an update is what runs when it is answered, however busy the plugin is", async () => {
  const { host } = await makeHost();
  await installed(host, { manifest: { permissions: { secrets: ["token"] } }, code: code(1) });
  await host.secrets.set("notes", "token", "hunter2hunter2");
  const stop = callers(() => host.callTool("notes", "run", {}), 4);
  try {
    for (let version = 2; version < 7; version++) {
      await host.install(await pluginFolder({ manifest: { version: `${version}.0.0`, permissions: { secrets: ["token"] } }, code: code(version) }));
      for (let at = 0; at < 5; at++) expect(await host.callTool("notes", "run", {})).toBe(`${version} has it`);
    }
  } finally {
    await stop();
  }
  expect(host.metrics()["plugin.instances"]).toBe(1);
});
