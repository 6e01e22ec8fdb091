import { mkdir, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { emdashSource, escouadeSource, sdkSource } from "../generated/prelude-bundle.ts";
import { bundle } from "../testing/started-guest.ts";
import { ALL_MODULES_BYTES, createModuleLoader, MODULE_BYTES, MOST_MODULES } from "./module-loader.ts";

const root = await bundle({
  "outside.js": "export const secret = 1;",
  "plugin/run.js": "// entry",
  "plugin/lib/a.mjs": "// a",
  "plugin/data.json": "{}",
});
const folder = join(root, "plugin");
afterAll(() => rm(root, { recursive: true }));

test("relative imports become paths inside the plugin, from wherever they are written", () => {
  const loader = createModuleLoader(folder, "run.js");
  expect(loader.normalize("ambit:prelude", "ambit:entry")).toBe("run.js");
  expect(loader.normalize("run.js", "./lib/a.mjs")).toBe("lib/a.mjs");
  expect(loader.normalize("lib/a.mjs", "../run.js")).toBe("run.js");
  expect(loader.normalize("lib/deep/b.js", "./.././a.mjs")).toBe("lib/a.mjs");
  expect(loader.load("lib/a.mjs")).toBe("// a");
  expect(loader.load(loader.normalize("run.js", "@ambit/plugin-sdk"))).toBe(sdkSource);
  for (const name of ["@ambit/plugin-sdk/emdash", "emdash"]) expect(loader.load(loader.normalize("run.js", name))).toBe(emdashSource);
  expect(loader.load(loader.normalize("run.js", "@ambit/plugin-sdk/escouade"))).toBe(escouadeSource);
});

test.each([
  ["node:fs", /Node's modules/],
  ["fs", /only the plugin's own files/],
  ["toString", /only the plugin's own files/],
  ["emdash/plugin-utils", /only the plugin's own files/],
  ["lodash", /bundle packages into the plugin/],
  ["/etc/passwd", /only the plugin's own files/],
  ["file:///etc/passwd", /only the plugin's own files/],
  ["https://x.dev/a.js", /only the plugin's own files/],
  ["ambit:entry", /only the plugin's own files/],
  ["../outside.js", /outside the plugin/],
  ["./lib/../../outside.js", /outside the plugin/],
  ["./data.json", /ends in \.js or \.mjs/],
  ["./lib\\..\\..\\outside.js", /ends in \.js or \.mjs/],
  ["./a.js:stream.js", /ends in \.js or \.mjs/],
  ["./a\0.js", /ends in \.js or \.mjs/],
])("an import of %j is refused, names what was imported, and carries no stack of the host", (specifier, message) => {
  const error = thrown(() => createModuleLoader(folder, "run.js").normalize("run.js", specifier));
  expect(error.message).toMatch(message);
  expect(error.message).toContain(specifier);
  expect(error.stack).toBe("");
});

test("a file that is missing, a folder, or reached by a link that leaves the plugin is not there, and no host path is told", async () => {
  await symlink(join(root, "outside.js"), join(folder, "link.js"));
  await symlink(root, join(folder, "up"));
  await mkdir(join(folder, "folder.js"));
  for (const name of ["missing.js", "link.js", "up/outside.js", "folder.js"]) {
    const error = thrown(() => createModuleLoader(folder, "run.js").load(name));
    expect(error.message).toBe(`The module "${name}" is not a file of the plugin.`);
    expect(error.stack).toBe("");
  }
});

test("sizes and counts are bounded before anything is read", async () => {
  await writeFile(join(folder, "large.js"), "");
  await truncate(join(folder, "large.js"), MODULE_BYTES + 1);
  await writeFile(join(folder, "most.js"), " ".repeat(MODULE_BYTES));
  const loader = createModuleLoader(folder, "run.js");
  expect(() => loader.load("large.js")).toThrow(/too large/);
  for (let bytes = 0; bytes < ALL_MODULES_BYTES; bytes += MODULE_BYTES) loader.load("most.js");
  expect(() => loader.load("run.js")).toThrow(/too large/);
  const many = createModuleLoader(folder, "run.js");
  for (let count = 0; count < MOST_MODULES; count++) many.load("run.js");
  expect(() => many.load("run.js")).toThrow(/more than 500 modules/);
});

test("a module that is not UTF-8 is refused, and so is a plugin without a folder", async () => {
  await writeFile(join(folder, "bytes.js"), Uint8Array.of(0xff, 0xfe));
  expect(() => createModuleLoader(folder, "run.js").load("bytes.js")).toThrow(/not UTF-8/);
  expect(() => createModuleLoader(join(root, "nowhere"), "run.js")).toThrow(expect.objectContaining({ code: "SAND_JS_LOAD_FAILED", message: "The plugin's folder is not there." }));
});

function thrown(act: () => unknown): Error {
  try {
    act();
  } catch (error) {
    return error as Error;
  }
  throw new Error("Nothing was thrown.");
}
