import { describe, expect, test } from "vitest";
import { folderWith } from "../testing/ambit-program.ts";
import { findProblems } from "./find-problems.ts";
import { problemLine } from "./problem.ts";

/** A manifest as a person writes it, a field a line. */
function manifest(fields: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({ id: "a", version: "1.0.0", publisher: "P", api: 1, run: { js: "run.js" }, tools: [{ name: "go", description: "Goes." }], ...fields }, null, 2);
}

async function problems(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  return (await findProblems(folderWith(files))).map(problemLine);
}

const plain = "export const tools = { go: () => 1 };\n";

test("a plugin that is right has none", async () => {
  expect(await problems({ "ambit-plugin.json": manifest(), "run.js": plain })).toEqual([]);
});

test("all faults of the manifest come at once, an unknown permission among them", async () => {
  const found = await problems({ "ambit-plugin.json": manifest({ id: "A", permissions: { netwrok: ["a.dev"], network: ["http://a.dev"] } }), "run.js": plain });
  expect(found).toHaveLength(3);
  for (const line of found) expect(line).toMatch(/^ambit-plugin\.json:\d+:\d+: error: /);
  expect(found.join("\n")).toMatch(/netwrok/);
});

describe("an import that a sandbox refuses is an error at its place:", () => {
  test.for<[name: string, source: string, place: string, message: RegExp]>([
    ["a module of Node", `import "./lib/x.js";\n${plain}`, "lib/x.js:2:20", /no module of Node/],
    ["one without its prefix", `import { readFileSync } from "fs";\n${plain}`, "run.js:1:30", /"fs": a sandbox has no module of Node/],
    ["one that is required", `const fs = require("node:fs");\n${plain}`, "run.js:1:20", /no module of Node/],
    ["one that is imported later", `${plain}await import("node:net");\n`, "run.js:2:14", /no module of Node/],
    ["one that is handed on", `export * from "node:os";\n${plain}`, "run.js:1:15", /no module of Node/],
    ["a package", `import x from "left-pad";\n${plain}`, "run.js:1:15", /bundle packages/],
    ["a file that is not there", `import "./nowhere.js";\n${plain}`, "run.js:1:8", /no such file/],
    ["a file outside", `import "../x.js";\n${plain}`, "run.js:1:8", /outside the plugin/],
  ])("%s", async ([, source, place, message]) => {
    const found = await problems({ "ambit-plugin.json": manifest(), "run.js": source, "lib/x.js": 'import "../run.js";\nimport * as a from "node:fs/promises";\n' });
    expect(found).toEqual([expect.stringMatching(message)]);
    expect(found[0]).toMatch(new RegExp(`^${place}: error: `));
  });
});

test("a script that does not parse is told with its place", async () => {
  expect(await problems({ "ambit-plugin.json": manifest(), "run.js": "export const a = 1;\nexport const b = = 2;\n" })).toEqual([expect.stringMatching(/^run\.js:2:\d+: error: /)]);
});

test("TypeScript that is bundled may import packages and types, but no module of Node", async () => {
  const source = 'import type { Stats } from "node:fs";\nimport { z } from "zod";\nimport { helper } from "./helper.ts";\nexport const tools = { go: (): Stats => helper(z) };\n';
  const files = { "ambit-plugin.json": manifest(), "run.js": plain, "src/main.ts": source };
  expect(await problems({ ...files, "src/helper.ts": "export const helper = (x: unknown) => x as never;\n" })).toEqual([]);
  expect(await problems({ ...files, "src/helper.ts": 'import "node:net";\nexport const helper = 1;\n' })).toEqual([expect.stringMatching(/^src\/helper\.ts:1:8: error: .*no module of Node/)]);
});

test("files that the manifest names and schemas that no host takes", async () => {
  expect(await problems({ "ambit-plugin.json": manifest() })).toEqual([expect.stringMatching(/^ambit-plugin\.json:6:\d+: error: run\.js: /)]);
  const tools = [{ name: "go", description: "Goes.", params: { type: "object", properties: { a: { $ref: "#" } } } }];
  expect(await problems({ "ambit-plugin.json": manifest({ tools }), "run.js": plain })).toEqual([expect.stringMatching(/^ambit-plugin\.json:1:1: error: .*\$ref/)]);
});

describe("a permission that no code uses is a warning at its entry:", () => {
  const permissions = { network: ["api.example.dev"], files: ["rw:workspace"], secrets: ["token"], events: ["ticket.moved"] };
  const files = { "ambit-plugin.json": manifest({ permissions }) };

  test("none is used", async () => {
    const found = await problems({ ...files, "run.js": plain });
    expect(found.map((line) => line.split(": ").slice(0, 3).join(": "))).toEqual([
      "ambit-plugin.json:17:7: warning: permissions.network.0",
      "ambit-plugin.json:20:7: warning: permissions.files.0",
      "ambit-plugin.json:23:7: warning: permissions.secrets.0",
      "ambit-plugin.json:26:7: warning: permissions.events.0",
    ]);
  });

  test.for<[string, string]>([
    ["through ctx", 'export default { tools: { go: (a, ctx) => [ctx.net.fetch({}), ctx.fs.write({ root: "workspace" }), ctx.secrets.get({ name: "token" })] }, events: { "ticket.moved"() {} } };'],
    ["through the standard interfaces and parts of ctx", 'export default { tools: { go: async (a, { fs: { write }, secrets }) => { await fetch("x"); write({ root: "workspace" }); secrets.get({ name: "token" }) } }, events: { "ticket.moved"() {} } };'],
    ["by their names on the wire", 'const ask = (ctx) => [ctx.call("net/fetch", {}), ctx.call("fs/write", { root: "workspace" }), ctx.call("secrets/get", { name: "token" }), "ticket.moved"];\nexport const tools = { go: (a, ctx) => ask(ctx) };'],
  ])("all are used %s", async ([, source]) => {
    expect(await problems({ ...files, "run.js": source })).toEqual([]);
  });

  test("writing is declared, and the code only reads", async () => {
    const read = 'export const tools = { go: (a, ctx) => ctx.fs.read({ root: "workspace", path: "x" }) };';
    expect(await problems({ "ambit-plugin.json": manifest({ permissions: { files: ["rw:workspace"] } }), "run.js": read })).toEqual([expect.stringContaining('"read" is enough')]);
  });

  test("nothing is said of a plugin with a script in another language", async () => {
    const tools = [{ name: "go", description: "Goes.", script: "go.py" }];
    expect(await problems({ "ambit-plugin.json": manifest({ permissions, tools }), "run.js": plain, "go.py": "print(1)\n" })).toEqual([]);
  });
});

test("a tool, hook or route whose name no code has is a warning", async () => {
  const fields = { tools: [{ name: "go", description: "Goes." }, { name: "stop", description: "Stops." }], hooks: [{ name: "content:beforeSave", mode: "observe" }], routes: [{ name: "form" }] };
  expect(await problems({ "ambit-plugin.json": manifest(fields), "run.js": plain })).toEqual([
    expect.stringMatching(/^ambit-plugin\.json:\d+:\d+: warning: tools\.1\.name: no code handles the tool "stop"/),
    expect.stringContaining('the hook "content:beforeSave"'),
    expect.stringContaining('the route "form"'),
  ]);
});

test("with an application's capabilities, earlier names are warnings and others are errors", async () => {
  const capabilities = { "content:read": { deprecatedIds: ["read:content"] } };
  const found = async (id: string): Promise<readonly string[]> => (await findProblems(folderWith({ "ambit-plugin.json": manifest({ permissions: { capabilities: [id] } }), "run.js": plain }), capabilities)).map(problemLine);
  expect(await found("content:read")).toEqual([]);
  expect(await found("read:content")).toEqual([expect.stringMatching(/^ambit-plugin\.json:\d+:\d+: warning: .*is the earlier name of "content:read"/)]);
  expect(await found("content:raed")).toEqual([expect.stringMatching(/error: .*did you mean "content:read"/)]);
});

test("the manifest as a module uses nothing that it declares, and need not be built yet", async () => {
  const source = 'import { definePlugin } from "@ambit/plugin-sdk";\nimport { manifest } from "./manifest.gen.ts";\nexport default definePlugin(manifest, { tools: { go: () => 1 } });\n';
  const text = manifest({ permissions: { secrets: ["token"] } });
  const files = { "ambit-plugin.json": text, "run.js": plain, "src/main.ts": source };
  for (const built of [{}, { "src/manifest.gen.ts": `export const manifest = ${text} as const;` }]) expect(await problems({ ...files, ...built })).toEqual([expect.stringContaining('the secret "token"')]);
});
