import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { ambit, copyOfExample, folderWith } from "../testing/ambit-program.ts";

interface Report {
  readonly ok: boolean;
  readonly tests: { readonly files: readonly string[]; readonly passed: boolean };
  readonly calls: readonly { readonly tool: string; readonly outcome: string; readonly code?: string; readonly refused: readonly string[] }[];
}

const manifest = (fields: object): string => JSON.stringify({ id: "tried", version: "1.0.0", publisher: "P", api: 1, run: { js: "run.js" }, ...fields });

async function tried(folder: string, ...options: readonly string[]): Promise<{ readonly code: number; readonly report: Report; readonly err: string }> {
  const { code, out, err } = await ambit("test", folder, "--json", ...options);
  return { code, report: JSON.parse(out) as Report, err };
}

test("a plugin's own tests run against it, with nothing installed, and a failing one fails the command", async () => {
  const files = {
    "ambit-plugin.json": manifest({ tools: [{ name: "one", description: "One." }] }),
    "run.js": 'import { definePlugin } from "@ambit/plugin-sdk"; export default definePlugin({ tools: { one: () => 1 } });',
  };
  const source = (wanted: number): string => `import assert from "node:assert";
    import { test } from "node:test";
    import { createTestHost } from "@ambit/test-host";
    import plugin from "../run.js";
    test("one", async () => {
      await using host = await createTestHost(import.meta.dirname + "/..");
      assert.equal(await host.call("one"), ${wanted});
      assert.equal(plugin.tools.one(), 1);
    });`;
  const good = await tried(folderWith({ ...files, "tests/one.test.ts": source(1) }));
  expect(good).toMatchObject({ code: 0, report: { ok: true, tests: { files: ["tests/one.test.ts"], passed: true }, calls: [{ tool: "one", outcome: "ok" }] } });
  const bad = await tried(folderWith({ ...files, "tests/one.test.ts": source(2) }));
  expect(bad).toMatchObject({ code: 1, report: { ok: false, tests: { passed: false }, calls: [{ outcome: "ok" }] } });
  expect(bad.err).toMatch(/1 == 2/);
});

test("a tool that uses what is not declared fails; what it was refused on the way is told", async () => {
  const folder = folderWith({
    "ambit-plugin.json": manifest({ permissions: { network: ["api.example.dev"] }, tools: ["loud", "quiet", "away", "wrong"].map((name) => ({ name, description: "Asks." })) }),
    "run.js": `export const tools = {
      loud: async () => (await fetch("https://other.example.dev/")).status,
      quiet: () => fetch("https://other.example.dev/").catch(() => "went on"),
      away: async () => (await fetch("https://api.example.dev/")).status,
      wrong: () => { throw new Error("a fault of its own"); },
    };`,
  });
  const { code, report } = await tried(folder);
  expect(code).toBe(1);
  expect(report.calls).toMatchObject([
    { tool: "loud", outcome: "failed", code: "PERMISSION_DENIED", refused: ["net/fetch other.example.dev"] },
    { tool: "quiet", outcome: "ok", refused: ["net/fetch other.example.dev"] },
    { tool: "away", outcome: "unsure", code: "NETWORK_FAILED", refused: [] },
    { tool: "wrong", outcome: "failed", code: "GUEST_ERROR" },
  ]);
});

test("an address stands for an account, and folders and secrets can be given", async () => {
  const server = createServer((request, response) => response.end(`served ${request.headers["x-token"]}`));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const folder = folderWith({
    "ambit-plugin.json": manifest({
      permissions: { network: ["{account}"], files: ["workspace"], secrets: ["token"] },
      tools: [{ name: "go", description: "Goes.", params: { type: "object", examples: [{ url: `${address}/` }] } }],
    }),
    "run.js": `export const tools = { async go({ url }, ctx) {
      const { value } = await ctx.secrets.get({ name: "token" });
      await ctx.fs.read({ root: "workspace", path: "README.md" });
      const text = await (await fetch(url, { headers: { "x-token": value } })).text();
      if (text !== "served s3") throw new Error(text);
    } };`,
  });
  const { code, report } = await tried(folder, "--account", address, "--root", "workspace=.", "--secret", "token=s3");
  expect(report.calls).toMatchObject([{ outcome: "ok" }]);
  expect(code).toBe(0);
  const without = await tried(folder, "--root", "workspace=.");
  expect(without.report.calls).toMatchObject([{ outcome: "unsure", code: "SECRET_NOT_SET" }]);
});

/** Asks for the page whose address it is given, as any Python script would. */
const asking = `import json, sys, urllib.request
url = json.load(sys.stdin)["url"]
try:
    print(urllib.request.urlopen(url, timeout=20).read().decode())
except Exception as error:
    body = error.read().decode() if hasattr(error, "read") else ""
    sys.exit(f"{error} {body}")
`;

test("a script tool has no network either, and is told so; an account that was named is reached", async () => {
  const server = createServer((_request, response) => response.end("served"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const account = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const urls = { account, declared: "https://api.example.com/", undeclared: "https://other.example.com/" };
  const folder = folderWith({
    "ambit-plugin.json": JSON.stringify({
      id: "asking", version: "1.0.0", publisher: "P", api: 1, permissions: { network: ["api.example.com", "{account}"] },
      tools: Object.entries(urls).map(([name, url]) => ({ name, description: "Asks.", script: "tools/ask.py", params: { type: "object", examples: [{ url }] } })),
    }),
    "tools/ask.py": asking,
  });
  const { code, report } = await tried(folder, "--account", account);
  expect(report.calls).toMatchObject([
    { tool: "account", outcome: "ok" },
    { tool: "declared", outcome: "unsure", code: "GUEST_ERROR", message: expect.stringContaining("502") as string, refused: [] },
    { tool: "undeclared", outcome: "failed", code: "GUEST_ERROR", message: expect.stringContaining("403") as string, refused: ["proc/connect other.example.com"] },
  ]);
  expect(code).toBe(1);
});

test("a real example passes, told as text without colours", async () => {
  const { code, out } = await ambit("test", copyOfExample("word-report"), "--root", "workspace=docs");
  expect(code).toBe(0);
  expect(out).toMatch(/^unsure report \{"path":"x"\} \d+ ms\n {7}FILE_NOT_FOUND: /m);
  expect(out).toContain("The plugin passed.");
  expect(out).not.toContain("\u001b");
});
