import fc from "fast-check";
import { expect, test } from "vitest";
import { MESSAGE_BYTES, MESSAGE_DEPTH } from "../limits/fixed-limits.ts";
import { checkJsonBounds, messageBounds, parseBoundedJson } from "./bounded-json.ts";

const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);

test("what JSON can carry comes out as it went in", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
      const text = JSON.stringify(value);
      expect(parseBoundedJson(text)).toEqual(JSON.parse(text));
    }),
  );
});

test.each(["", "{", "{'a':1}", "[1,]", "undefined", "NaN", "01", '"\u0000"', '{"a":1}{}', "\ufeff{}"])("%j is MESSAGE_MALFORMED", (text) => {
  expect(() => parseBoundedJson(text)).toThrow(expect.objectContaining({ code: "MESSAGE_MALFORMED" }));
});

test("the depth is bounded, brackets in strings do not count, escapes do not hide any", () => {
  expect(() => parseBoundedJson(nested(MESSAGE_DEPTH))).not.toThrow();
  expect(() => parseBoundedJson(nested(MESSAGE_DEPTH + 1))).toThrow(expect.objectContaining({ code: "MESSAGE_TOO_DEEP", details: { limit: "depth" } }));
  expect(() => parseBoundedJson(`{"a":`.repeat(65))).toThrow(expect.objectContaining({ code: "MESSAGE_TOO_DEEP" }));
  for (const inside of ["[".repeat(200), `\\"${"{".repeat(200)}`, `\\\\\\"${"[".repeat(200)}`]) expect(() => checkJsonBounds(`["${inside}"]`)).not.toThrow();
  for (const before of ['"\\\\"', '"a\\\\\\\\"', '"\\""', '""']) expect(() => checkJsonBounds(`[${before},${nested(64)}]`)).toThrow(expect.objectContaining({ code: "MESSAGE_TOO_DEEP" }));
});

test("a depth bomb of millions of brackets costs no stack", () => {
  expect(() => parseBoundedJson("[".repeat(5_000_000))).toThrow(expect.objectContaining({ code: "MESSAGE_TOO_DEEP" }));
});

test("bytes are counted as UTF-8 does, whatever the characters", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "ü", "€", "😀", "\ud800", "\udc00", '"', "\n"), maxLength: 40 });
  fc.assert(
    fc.property(text, (value) => {
      const json = `["${value}"]`;
      const bytes = Buffer.byteLength(json);
      expect(() => checkJsonBounds(json, { bytes, depth: 64 })).not.toThrow();
      expect(() => checkJsonBounds(json, { bytes: bytes - 1, depth: 64 })).toThrow(expect.objectContaining({ code: "MESSAGE_TOO_LARGE", details: { limit: "message" } }));
    }),
  );
});

test("one byte past a message's bound is refused, the bound itself is not", () => {
  expect(messageBounds).toEqual({ bytes: MESSAGE_BYTES, depth: MESSAGE_DEPTH });
  expect(() => parseBoundedJson(`"${"x".repeat(MESSAGE_BYTES - 2)}"`)).not.toThrow();
  expect(() => parseBoundedJson(`"${"x".repeat(MESSAGE_BYTES - 1)}"`)).toThrow(expect.objectContaining({ code: "MESSAGE_TOO_LARGE" }));
});
