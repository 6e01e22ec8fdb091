import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ambit, folderWith } from "../testing/ambit-program.ts";
import { DevProcess } from "../testing/dev-process.ts";

const manifest = (permissions: object = {}): string =>
  JSON.stringify({ id: "grown", version: "1.0.0", publisher: "P", api: 1, run: { js: "run.js" }, permissions, tools: [{ name: "go", description: "Goes.", params: { type: "object", properties: { text: { type: "string" } } } }] });

const code = (word: string): string => `export const tools = { async go({ text }, ctx) {
  const count = ((await ctx.kv.get({ key: "count" })).value ?? 0) + 1;
  await ctx.kv.set({ key: "count", value: count });
  ctx.log.info("went");
  return [${JSON.stringify(word)}, count, text ?? null];
} };`;

const loaded = (line: object): boolean => "loaded" in line;

test("a saved file is run at the next call, with what the plugin stored; log and journal are shown", async () => {
  const folder = folderWith({ "ambit-plugin.json": manifest(), "run.js": code("old") });
  const dev = new DevProcess(folder);
  await dev.next(loaded);
  expect(await dev.call('go --text "two words"')).toEqual(["old", 1, "two words"]);
  expect(dev.lines).toContainEqual({ log: expect.objectContaining({ level: "info", message: "went" }) });
  await dev.next((line) => (line["journal"] as { method?: string } | undefined)?.method === "kv/set");
  const from = dev.lines.length;
  writeFileSync(join(folder, "run.js"), code("new"));
  await dev.next(loaded, from);
  expect(await dev.call("go")).toEqual(["new", 2, null]);
  expect(await dev.call("fly")).toBe("TOOL_UNKNOWN");
  expect(await dev.stop()).toBe(0);
});

test("TypeScript is built again; what does not build is told with its place, and what ran before runs on", async () => {
  const folder = folderWith({ "ambit-plugin.json": manifest(), "src/main.ts": code("first") });
  const dev = new DevProcess(folder);
  await dev.next(loaded);
  expect(await dev.call("go")).toEqual(["first", 1, null]);
  const broken = dev.lines.length;
  writeFileSync(join(folder, "src/main.ts"), "export const tools = {\n  go( }\n");
  const fault = await dev.next((line) => "error" in line, broken);
  expect(JSON.stringify(fault)).toMatch(/src\/main\.ts:2:\d+: /);
  expect(await dev.call("go")).toEqual(["first", 2, null]);
  const from = dev.lines.length;
  writeFileSync(join(folder, "src/main.ts"), code("second"));
  await dev.next(loaded, from);
  expect(await dev.call("go")).toEqual(["second", 3, null]);
  expect(existsSync(join(folder, "run.js.map"))).toBe(true);
  await dev.stop();
});

test("consent is asked for once: not again for the same lines, and again where more is asked for", async () => {
  const folder = folderWith({ "ambit-plugin.json": manifest({ network: ["api.example.dev"] }), "run.js": `${code("a")}\nfetch;` });
  const refused = await ambit("dev", folder);
  expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/CONSENT_REQUIRED.*\n.*api\.example\.dev/) });
  const first = new DevProcess(folder, "--yes");
  await first.next(loaded);
  await first.stop();
  // Nobody is there to be asked, and nobody needs to be.
  const second = new DevProcess(folder);
  await second.next(loaded);
  expect(await second.call("go")).toEqual(["a", 1, null]);
  const from = second.lines.length;
  writeFileSync(join(folder, "ambit-plugin.json"), manifest({ network: ["api.example.dev", "more.example.dev"] }));
  expect(await second.next((line) => "error" in line, from)).toMatchObject({ error: { data: { code: "CONSENT_REQUIRED" }, message: expect.stringContaining("more.example.dev") } });
  expect(await second.call("go")).toEqual(["a", 2, null]);
  await second.stop();
  expect(readFileSync(join(folder, "run.js"), "utf8")).toContain("fetch");
});
