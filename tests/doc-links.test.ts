import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { fileLinks } from "../tools/house-rules/check-links.ts";

const root = join(import.meta.dirname, "..");

test("every link of a Markdown file leads to a file or folder", () => {
  const pages = execFileSync("git", ["ls-files", "-z", "*.md"], { cwd: root, encoding: "utf8" }).split("\0").filter(Boolean);
  const links = pages.flatMap((page) => fileLinks(readFileSync(join(root, page), "utf8")).map((target) => ({ page, target })));
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter(({ page, target }) => !existsSync(join(root, dirname(page), target)))).toEqual([]);
});

test("links are read from prose alone", () => {
  const page = "[a](a.md#x) [b](https://example.dev) [c](#here) `[d](d.md)`\n```\n[e](e.md)\n```\n![f](f.png)\n";
  expect(fileLinks(page)).toEqual(["a.md", "f.png"]);
});
