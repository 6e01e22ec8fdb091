import fc from "fast-check";
import { expect, it } from "vitest";
import { parseJsonText } from "./parse-json-text.ts";
import { nodeValue } from "./json-node.ts";
import { readManifest } from "./read-manifest.ts";

const token = fc.constantFrom("{", "}", "[", "]", ",", ":", '"a"', '"id"', '"__proto__"', '"\\u0069d"', "1", "-0", "1e5", "01", "true", "null", "NaN", " ", "\n", '"', "\\", "//", "'", "\u00a0", "\ufeff");
const anyText = fc.oneof(fc.json(), fc.array(token, { maxLength: 20 }).map((parts) => parts.join("")), fc.string({ maxLength: 40 }));

it("reads what JSON.parse reads, to the same value, unless a key is doubled or forbidden or a number is lost", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { root, faults } = parseJsonText(text);
      let expected: unknown;
      let valid = true;
      try {
        expected = JSON.parse(text);
      } catch {
        valid = false;
      }
      if (!valid) expect(faults.length).toBeGreaterThan(0);
      else if (faults.length === 0 && root !== undefined) expect(nodeValue(root)).toEqual(expected);
      else expect(faults.every((fault) => /second time|no plugin may use|surrogate|too large/.test(fault.message))).toBe(true);
    }),
    { numRuns: 3000 },
  );
}, 60_000);

it("never throws, and every issue has a place in the text", () => {
  const field = fc.constantFrom("id", "version", "permissions", "tools", "hooks", "limits", "displayName", "run", "config", "x");
  const source = fc.oneof(anyText, fc.dictionary(field, fc.jsonValue(), { maxKeys: 6 }).map((value) => JSON.stringify(value, null, 1)), fc.dictionary(fc.constantFrom("network", "files", "commands", "storage", "capabilities"), fc.jsonValue()).map((permissions) => JSON.stringify({ permissions })));
  fc.assert(
    fc.property(source, (text) => {
      const result = readManifest(text);
      const lines = text.split(/\r\n|\n|\r/);
      for (const issue of result.ok ? result.warnings : result.issues) {
        expect(issue.line).toBeLessThanOrEqual(lines.length);
        expect(issue.column).toBeLessThanOrEqual((lines[issue.line - 1] ?? "").length + 1);
        expect(issue.message).not.toBe("");
      }
      expect(result.ok || result.issues.length > 0).toBe(true);
    }),
    { numRuns: 3000 },
  );
}, 60_000);
