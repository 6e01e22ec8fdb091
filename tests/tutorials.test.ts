import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readTutorial } from "../tools/tutorials/read-tutorial.ts";
import { isAsTold, runTutorial } from "../tools/tutorials/run-tutorial.ts";

const root = join(import.meta.dirname, "..");
const pages = readdirSync(join(root, "docs/tutorials")).filter((name) => name.endsWith(".md") && name !== "README.md");
const place = mkdtempSync(join(tmpdir(), "ambit-tutorial-"));
afterAll(() => rmSync(place, { recursive: true }));

/** `ambit` as a program, from the sources of this checkout. */
const programs = join(place, "bin");
mkdirSync(programs);
writeFileSync(join(programs, "ambit"), `#!/bin/sh\nexec "${process.execPath}" --conditions=@ambit/source "${join(root, "apps/cli/src/main.ts")}" "$@"\n`);
chmodSync(join(programs, "ambit"), 0o755);

test("there is a page for each way, and each has steps", () => {
  expect(pages).toEqual(expect.arrayContaining(["first-plugin-in-typescript.md", "first-plugin-in-c.md", "first-plugin-in-python.md"]));
  for (const page of pages) expect(readTutorial(readFileSync(join(root, "docs/tutorials", page), "utf8")).length).toBeGreaterThan(5);
});

test.for(pages)("%s works from an empty folder, command by command", { timeout: 300_000 }, async (page) => {
  const folder = join(place, page.replace(".md", ""));
  mkdirSync(folder);
  await runTutorial(readFileSync(join(root, "docs/tutorials", page), "utf8"), { folder, programs });
});

describe("a page that is wrong is caught:", () => {
  const page = (text: string): Promise<void> => runTutorial(text, { folder: place, programs });

  test("a command that fails", async () => {
    await expect(page("a\n```sh\ntrue\nfalse\n```\n")).rejects.toThrow("line 2 failed");
    await expect(page("```sh\nambit fly\n```\n")).rejects.toThrow("unknown command");
  });

  test("an output that differs, is missing, or stands in another order", async () => {
    await expect(page("```sh\necho one\n```\n\n```text\ntwo\n```\n")).rejects.toThrow("printed something else");
    expect([isAsTold("a\nb 12 ms\nc", "a\nb ... ms"), isAsTold("b\na", "a\nb"), isAsTold("", "a"), isAsTold("ax", "a.")]).toEqual([true, false, false, false]);
  });

  test("a text block that belongs to nothing, and a block without an end", async () => {
    await expect(page("```text\nx\n```\n")).rejects.toThrow("follows no commands");
    await expect(page("```sh\nx\n")).rejects.toThrow("has no end");
  });
});
