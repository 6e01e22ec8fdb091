import { expect, test } from "vitest";
import { readManifest } from "./read-manifest.ts";

const lines = (count: number, line: (at: number) => string): string => Array.from({ length: count }, (_, at) => line(at)).join(",\n");

test.for([
  ["unknown keys", `{${lines(20_000, (at) => `"k${at}":1`)}}`],
  ["keys that stand twice", `{${lines(20_000, () => '"k":1')}}`],
  ["unknown limits", `{"limits":{${lines(18_000, (at) => `"k${at}":1`)}}}`],
  ["names of no collection", `{"permissions":{"storage":{${lines(18_000, (at) => `"K${at}":1`)}}}}`],
] as const)("a manifest of %0s alone keeps no reader busy, and is refused with the first of them", ([, text]) => {
  const started = performance.now();
  const read = readManifest(text);
  // Each fault once cost as much as reading the whole: the sum was most of a minute.
  expect(performance.now() - started).toBeLessThan(10_000);
  expect(read.ok || read.issues.length).toBe(50);
  expect(read.ok || read.issues.every((issue) => issue.line <= 1001)).toBe(true);
});
