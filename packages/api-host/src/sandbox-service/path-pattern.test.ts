import { expect, test } from "vitest";
import { readPathPattern } from "./path-pattern.ts";

test.each<[pattern: string, fits: readonly string[], fitsNot: readonly string[]]>([
  ["a/*/c", ["a/b/c", "a/bb/c"], ["a/c", "a/b/b/c", "a/b/cc"]],
  ["**", ["a", "a/b/c"], []],
  ["a/**/z", ["a/z", "a/b/z", "a/b/z/z"], ["z", "a/b"]],
  ["**/a/**/b", ["a/b", "x/a/y/b", "a/a/b/b"], ["a", "b/a"]],
  ["*a*b*", ["ab", "xaybz", "aabb"], ["ba", "a/b"]],
  ["[a-c]x", ["ax", "cx"], ["dx", "x"]],
  ["[!a-c]x", ["dx", "-x"], ["ax"]],
  ["[]x]", ["]", "x"], ["y"]],
  ["[", ["["], ["a"]],
  ["{a,b{c,d}}.ts", ["a.ts", "bc.ts", "bd.ts"], ["b.ts"]],
  ["./a", ["a"], ["b"]],
  ["?", ["a", "\u{1f600}"], ["ab"]],
  [".*", [".a"], ["a"]],
])("%s", (pattern, fits, fitsNot) => {
  const matches = readPathPattern(pattern);
  expect([...fits, ...fitsNot].filter(matches)).toEqual(fits);
});

test("a pattern made to take long does not", () => {
  const matches = readPathPattern(`${"*a".repeat(200)}b`);
  const begun = performance.now();
  expect(matches("a".repeat(4000))).toBe(false);
  expect(readPathPattern(`${"**/a/".repeat(100)}b`)("a/".repeat(2000))).toBe(false);
  expect(performance.now() - begun).toBeLessThan(2000);
});
