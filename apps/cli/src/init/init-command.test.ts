import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ambit, folderWith, freshFolder } from "../testing/ambit-program.ts";
import { templates } from "./template.ts";

const greeting = { js: { text: "Hello, Ada!", greetings: 1 }, ts: { text: "Hello, Ada!", greetings: 1 }, c: { text: "Hello, Ada!" }, assemblyscript: { text: "Hello, Ada!" }, python: { text: "Hello, Ada!", changes: [] } };

test("there is a template for each language", () => {
  expect(Object.keys(templates)).toEqual(["js", "ts", "c", "assemblyscript", "python"]);
});

test.for(Object.keys(templates))("%s validates without an error or a warning", async (template) => {
  const folder = join(freshFolder(), "hello-you");
  const { code, out } = await ambit("init", folder, "--template", template, "--publisher", "Ada \"the\" Author", "--json");
  expect(code).toBe(0);
  const { id, built, files } = JSON.parse(out) as { id: string; built: boolean; files: string[] };
  expect(id).toBe("hello-you");
  expect(files).toContain("ambit-plugin.json");
  expect(JSON.parse(readFileSync(join(folder, "ambit-plugin.json"), "utf8"))).toMatchObject({ id: "hello-you", publisher: 'Ada "the" Author' });
  const validated = await ambit("validate", folder, "--json");
  const { ok, problems } = JSON.parse(validated.out) as { ok: boolean; problems: { message: string }[] };
  expect([validated.code, ok]).toEqual([0, true]);
  // Without its compiler a plugin is not built yet; the plugins of scripts are never built.
  if (built || template === "js" || template === "python") expect(problems).toEqual([]);
  else expect(problems).toMatchObject([{ severity: "warning", message: expect.stringContaining("not built yet") }]);
});

test.for(Object.entries(greeting))("%s builds, and its tool answers", async ([template, result]) => {
  const folder = join(freshFolder(), "hello");
  expect((await ambit("init", folder, "--template", template)).code).toBe(0);
  const run = await ambit("run", folder, "--data", freshFolder(), "--json", "--", "greet", "--name", "Ada");
  expect(JSON.parse(run.out)).toEqual({ result });
});

test("nothing is written over", async () => {
  const folder = folderWith({ "run.js": "mine" });
  const { code, err } = await ambit("init", folder);
  expect(code).toBe(2);
  expect(err).toContain("run.js is there already");
  expect(readFileSync(join(folder, "run.js"), "utf8")).toBe("mine");
  expect((await ambit("validate", folder)).err).toContain("ambit-plugin.json");
});

test("an unknown template is named with those there are", async () => {
  const { code, err } = await ambit("init", freshFolder(), "--template", "cobol");
  expect([code, err]).toEqual([2, expect.stringContaining("js, ts, c, assemblyscript, python")]);
});
