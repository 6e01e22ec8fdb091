import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkTree } from "../tools/dep-graph/check-tree.ts";
import { findCycle } from "../tools/dep-graph/find-cycle.ts";
import { plantTree } from "./planted-tree.ts";

const root = join(import.meta.dirname, "..");

test("the arrows between the packages point one way", () => {
  expect(findCycle()).toBeUndefined();
});

test("every import in this repository follows the arrows", () => {
  expect(checkTree(root)).toEqual([]);
});

test("a cycle in the table is found, through arrows of tests too", () => {
  const table = { a: { sources: ["b"] }, b: { sources: [], tests: ["c"] }, c: { sources: ["a"] } };
  expect(findCycle(table)).toEqual(["a", "b", "c", "a"]);
});

describe("a planted tree", () => {
  function manifest(name: string, more: object = {}): string {
    return JSON.stringify({ name: `@ambit/${name}`, exports: { ".": "./src/index.ts", "./testing": "./src/testing/index.ts" }, ...more });
  }
  const sound = {
    "package.json": "{}",
    "packages/api-types/package.json": manifest("api-types", { dependencies: { zod: "1" } }),
    "packages/api-types/src/index.ts": `export { z } from "zod";\n`,
    "packages/sandbox-permissions/package.json": manifest("sandbox-permissions", { dependencies: { "@ambit/api-types": "workspace:^" } }),
    "packages/sandbox-permissions/src/index.ts": `export type { Call } from "@ambit/api-types";\nimport "node:path";\n`,
    "packages/plugin-sdk/package.json": manifest("plugin-sdk", { dependencies: { "@ambit/api-types": "workspace:^", zod: "1" } }),
    "packages/plugin-sdk/src/index.ts": `import { z } from "@ambit/api-types";\nz;\n`,
    "packages/plugin-sdk/src/index.test.ts": `import "node:fs";\nimport "vitest";\nimport "./index.ts";\nimport "@ambit/plugin-sdk";\n`,
  };
  async function violations(more: Record<string, string>): Promise<string[]> {
    await using tree = await plantTree({ ...sound, ...more });
    return checkTree(tree.root);
  }

  test("that is sound has no violation", async () => {
    expect(await violations({})).toEqual([]);
  });

  const inPermissions = "packages/sandbox-permissions/src/bad.ts";
  test.for<[title: string, place: string, code: string, violation: string]>([
    ["an arrow turned round", "packages/api-types/src/bad.ts", `import "@ambit/sandbox-permissions";`, "packages/api-types/src/bad.ts imports @ambit/sandbox-permissions, which packages/api-types/package.json does not declare"],
    ["a types-only import from the inside", inPermissions, `import type { Call } from "@ambit/api-types/src/call.ts";`, `${inPermissions} imports the inside of @ambit/api-types: @ambit/api-types/src/call.ts`],
    ["an import type from the inside", inPermissions, `export type C = import("@ambit/api-types/dist/x.js").C;`, `${inPermissions} imports the inside of @ambit/api-types: @ambit/api-types/dist/x.js`],
    ["a dynamic import from the inside", inPermissions, `await import("@ambit/api-types/x");`, `${inPermissions} imports the inside of @ambit/api-types: @ambit/api-types/x`],
    ["a relative way into another package", inPermissions, `export * from "../../api-types/src/index.ts";`, `${inPermissions} reaches out of its package: ../../api-types/src/index.ts`],
    ["an import that is not declared", inPermissions, `import tldts from "tldts";`, `${inPermissions} imports tldts, which packages/sandbox-permissions/package.json does not declare`],
    ["a Node module in the SDK", "packages/plugin-sdk/src/bad.ts", `import { join } from "node:path";`, "packages/plugin-sdk/src/bad.ts imports node:path: plugin-sdk runs without Node"],
    ["a third party in the SDK", "packages/plugin-sdk/src/bad.ts", `import { z } from "zod";`, "packages/plugin-sdk/src/bad.ts imports zod: plugin-sdk may not depend on it"],
    ["a test that imports what is not declared", "packages/plugin-sdk/src/bad.test.ts", `import "@ambit/api-host";`, "packages/plugin-sdk/src/bad.test.ts imports @ambit/api-host, which packages/plugin-sdk/package.json does not declare"],
    ["a benchmark on the inside of a package", "bench/bad.ts", `import "../packages/api-types/src/index.ts";`, "bench/bad.ts imports the inside of a package: ../packages/api-types/src/index.ts"],
    ["a tool that names a package that is not there", "tools/bad.ts", `import "@ambit/nowhere";`, "tools/bad.ts imports @ambit/nowhere, which is no package of this workspace"],
  ])("with %s is refused", async ([, place, code, violation]) => {
    expect(await violations({ [place]: `${code}\n` })).toEqual([violation]);
  });

  test("with a declared arrow that turns round is refused, imported or not", async () => {
    const declared = manifest("api-types", { dependencies: { zod: "1", "@ambit/sandbox-permissions": "workspace:^" } });
    expect(await violations({ "packages/api-types/package.json": declared, "packages/api-types/src/bad.ts": `import "@ambit/sandbox-permissions";` })).toEqual([
      "packages/api-types/package.json declares @ambit/sandbox-permissions: api-types may not depend on it",
      "packages/api-types/src/bad.ts imports @ambit/sandbox-permissions: api-types may not depend on it",
    ]);
  });

  test("may bundle what it declares for development where it is private or the table says so, and nowhere else", async () => {
    const preact = { devDependencies: { preact: "1", "@ambit/plugin-sdk": "workspace:^" } };
    const code = `import "preact";\nimport "@ambit/plugin-sdk";\n`;
    const found = await violations({
      "apps/host/package.json": manifest("host", { ...preact, private: true }),
      "apps/host/src/page.tsx": `import "preact";\n`,
      "packages/sandbox-js/package.json": manifest("sandbox-js", preact),
      "packages/sandbox-js/src/prelude.ts": code,
    });
    expect(found).toEqual(["packages/sandbox-js/src/prelude.ts imports preact, which packages/sandbox-js/package.json does not declare"]);
  });

  test("with a package that is not in the table is refused", async () => {
    expect(await violations({ "packages/new-thing/package.json": manifest("new-thing") })).toEqual(["packages/new-thing is not in tools/dep-graph/arrows.ts"]);
  });

  test("with the suite in published code outside `testing` is refused", async () => {
    const wasm = manifest("sandbox-wasm", { peerDependencies: { "@ambit/conformance-suite": "workspace:^" } });
    const found = await violations({
      "packages/conformance-suite/package.json": manifest("conformance-suite"),
      "packages/sandbox-wasm/package.json": wasm,
      "packages/sandbox-wasm/src/testing/index.ts": `export { run } from "@ambit/conformance-suite";`,
      "packages/sandbox-wasm/src/index.ts": `export { run } from "@ambit/conformance-suite";`,
    });
    expect(found).toEqual(["packages/sandbox-wasm/src/index.ts imports @ambit/conformance-suite: sandbox-wasm may not depend on it"]);
  });
});
