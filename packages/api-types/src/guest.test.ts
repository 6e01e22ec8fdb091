import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as guest from "./guest.ts";
import * as all from "./index.ts";

test("the entry for workers offers a part of the main entry, the same objects", () => {
  const main = all as Record<string, unknown>;
  expect(Object.entries(guest).filter(([name, value]) => main[name] !== value)).toEqual([]);
  expect(Object.keys(guest).length).toBeGreaterThan(10);
});

test("nothing that it loads needs the schema library", () => {
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const source = readFileSync(new URL(file, import.meta.url), "utf8");
    expect(source, file).not.toMatch(/^import (?!type).*"zod"/m);
    for (const [, path] of source.matchAll(/^(?:import|export) (?!type).*from "(\.[^"]+)"/gm)) visit(new URL(path ?? "", new URL(file, import.meta.url)).href);
  };
  visit(new URL("guest.ts", import.meta.url).href);
  expect(seen.size).toBeGreaterThan(5);
});
