import type { JsonObject } from "@ambit/api-types";
import { expect, test } from "vitest";
import { sampleArguments } from "./sample-arguments.ts";

const of = (params?: JsonObject) => sampleArguments({ name: "t", description: "T.", ...(params !== undefined && { params }) });

test("the schema's first example is taken", () => {
  expect(of({ type: "object", examples: [{ a: 1 }, { a: 2 }], required: ["a"] })).toEqual({ args: { a: 1 }, isExample: true });
});

test("else the least that the schema takes is made up: required members alone", () => {
  const properties = {
    text: { type: "string", minLength: 3 },
    count: { type: "integer", minimum: 2 },
    deep: { type: "object", required: ["inner"], properties: { inner: { type: "array", minItems: 1, items: { type: "boolean" } } } },
    kind: { enum: ["b", "c"] },
    usual: { type: "string", default: "d" },
    fixed: { const: 7 },
    left: { type: "string" },
  };
  expect(of({ type: "object", properties, required: ["text", "count", "deep", "kind", "usual", "fixed", "unknown"] })).toEqual({
    args: { text: "xxx", count: 2, deep: { inner: [false] }, kind: "b", usual: "d", fixed: 7, unknown: null },
    isExample: false,
  });
});

test("a tool that requires nothing cannot be given anything wrong", () => {
  expect(of()).toEqual({ args: {}, isExample: true });
  expect(of({ type: "object", properties: { a: { type: "string" } } })).toEqual({ args: {}, isExample: true });
});
