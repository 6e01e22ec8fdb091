import { expect, test } from "vitest";
import { fillTitle } from "./fill-title.ts";

test.each([
  ["Converted {amount} {from} {to} {x}", { amount: 5, from: "EUR", x: null }, "Converted 5 EUR {to} null"],
  ["{ not a key } {", {}, "{ not a key } {"],
  ["{{a}} {a}{a}", { a: "1" }, "{1} 11"],
  ["{größe} {a_1}", { größe: "L", a_1: [1, { b: 2 }] }, 'L [1,{"b":2}]'],
  ["{toString} {constructor}", {}, "{toString} {constructor}"],
  ["{a}", { a: "{b}", b: "no" }, "{b}"],
  ["{a}", { a: "$& $1" }, "$& $1"],
])("%s", (template, args, title) => {
  expect(fillTitle(template, args)).toBe(title);
});

test("is at most 120 characters, whole ones", () => {
  expect([...fillTitle("é".repeat(200), {})]).toHaveLength(120);
  expect(fillTitle("{a}", { a: "🙂".repeat(200) })).toBe("🙂".repeat(120));
});
