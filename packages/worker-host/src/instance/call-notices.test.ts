import type { JsonValue, SandboxCallOptions } from "@ambit/api-types";
import { expect, test } from "vitest";
import { isCallNotice, tellCaller } from "./call-notices.ts";

/** What the caller of call 1 hears of some notices. */
async function heard(...notices: readonly (readonly [method: string, params: JsonValue])[]): Promise<readonly unknown[]> {
  const words: unknown[] = [];
  const caller: SandboxCallOptions = { onPart: (value) => words.push(["part", value]), onProgress: (progress) => words.push(["progress", progress]) };
  for (const [method, params] of notices) tellCaller({ jsonrpc: "2.0", method, params }, (id) => (id === 1 ? caller : undefined));
  await Promise.resolve();
  return words;
}

test("parts and progress reach their caller in order", async () => {
  expect(await heard(["call/progress", { id: 1, done: 1, total: 2, message: "m" }], ["call/part", { id: 1, value: { a: 1 } }], ["call/part", { id: 1, value: null }])).toEqual([
    ["progress", { done: 1, total: 2, message: "m" }],
    ["part", { a: 1 }],
    ["part", null],
  ]);
});

test("what is of another form, or about another call, is dropped", async () => {
  const message = "x".repeat(501);
  expect(await heard(["call/progress", { id: 1 }], ["call/progress", { id: 1, done: 1, message }], ["call/progress", { id: 1, done: null }], ["call/part", { id: "1", value: 1 }], ["call/part", { id: 1, value: 1, extra: 1 }], ["call/part", { id: 2, value: 1 }], ["call/part", null])).toEqual([]);
});

test("a caller that wants to hear nothing is not disturbed", () => {
  expect(() => tellCaller({ jsonrpc: "2.0", method: "call/part", params: { id: 1, value: 1 } }, () => ({}))).not.toThrow();
  expect([isCallNotice({ jsonrpc: "2.0", method: "call/part" }), isCallNotice({ jsonrpc: "2.0", method: "log" })]).toEqual([true, false]);
});
