import { expect, test } from "vitest";
import { foldName } from "./fold-name.ts";

test.each([
  ["RUN.js", "run.js"],
  ["stra\u00dfe", "STRASSE"],
  ["\ufb01.js", "FI.js"],
  ["\u017f.js", "s.js"],
  ["\u03c2.js", "\u03c3.js"],
  ["\u212a.js", "k.js"],
  ["e\u0301.js", "\u00e9.js"],
  [".g\u200cit", ".git"],
  [".git. .", ".git"],
])("%j and %j are one name somewhere", (one, other) => {
  expect(foldName(one)).toBe(foldName(other));
});

test("other names stay apart", () => {
  expect(new Set(["a", "b", "a.b", ".git", "git", "a1", "\u00e4", "\u0430"].map(foldName)).size).toBe(8);
});
