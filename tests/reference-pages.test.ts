import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generatedPages } from "../tools/reference-pages/pages.ts";

const root = join(import.meta.dirname, "..");

test.for([...generatedPages()])("%s says what the tables say (`npm run reference` writes it)", ([place, text]) => {
  expect(existsSync(join(root, place))).toBe(true);
  expect(readFileSync(join(root, place), "utf8")).toBe(text);
});
