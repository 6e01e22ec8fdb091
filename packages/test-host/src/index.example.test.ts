import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestHost } from "@ambit/test-host";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "ambit-example-"));
afterAll(() => rmSync(folder, { recursive: true }));

writeFileSync(
  join(folder, "ambit-plugin.json"),
  JSON.stringify({
    id: "words",
    version: "1.0.0",
    publisher: "Example",
    api: 1,
    run: { js: "run.js" },
    permissions: { network: ["api.example.dev"], files: ["workspace"] },
    tools: [{ name: "words", description: "Counts words.", params: { type: "object", required: ["path"], properties: { path: { type: "string" } } } }],
  }),
);
writeFileSync(
  join(folder, "run.js"),
  `export const tools = {
    async words({ path }, ctx) {
      const { data } = await ctx.fs.read({ root: "workspace", path });
      const checked = (await (await fetch("https://api.example.dev/v1/words")).json()).path;
      return { words: data.split(" ").length, checked };
    },
  };`,
);

test("the README's example", async () => {
  await using host = await createTestHost(folder, {
    network: { "api.example.dev": (request) => Response.json({ path: new URL(request.url).pathname }) },
    roots: { workspace: { "guide.md": "three short words" } },
  });
  expect(await host.call("words", { path: "guide.md" })).toEqual({ words: 3, checked: "/v1/words" });
  expect(host.requests[0]?.url).toBe("https://api.example.dev/v1/words");
  expect((await host.journal({ outcome: "ok" })).map(({ method }) => method)).toEqual(expect.arrayContaining(["fs/read", "net/fetch", "tool/call"]));
});
