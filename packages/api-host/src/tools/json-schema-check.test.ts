import type { JsonObject } from "@ambit/api-types";
import { expect, test } from "vitest";
import { jsonSchemaCheck } from "./json-schema-check.ts";

const schema: JsonObject = {
  type: "object",
  required: ["path"],
  additionalProperties: false,
  properties: { path: { type: "string", minLength: 1 }, depth: { type: "integer", minimum: 0, maximum: 3 }, kind: { enum: ["a", "b"] }, list: { type: "array", items: { type: "number" }, maxItems: 2 } },
};

test.for([
  [{ path: "a" }, undefined],
  [{ path: "a", depth: 3, kind: "b", list: [1, 2] }, undefined],
  [{}, "path"],
  [{ path: "" }, "path"],
  [{ path: 1 }, "path"],
  [{ path: "a", depth: 4 }, "depth"],
  [{ path: "a", depth: 1.5 }, "depth"],
  [{ path: "a", kind: "c" }, "kind"],
  [{ path: "a", list: [1, "2"] }, "list/1"],
  [{ path: "a", more: 1 }, "more"],
] as const)("%o", ([value, fault]) => {
  const check = (): void => jsonSchemaCheck(schema, "They")(value);
  if (fault === undefined) check();
  else expect(check).toThrow(expect.objectContaining({ code: "INVALID_PARAMS", message: expect.stringContaining(fault) }));
});

test("what is no object is refused, with a schema or without", () => {
  for (const value of [null, [], "x", 1]) {
    for (const each of [schema, undefined]) expect(() => jsonSchemaCheck(each, "They")(value as never)).toThrow(expect.objectContaining({ code: "INVALID_PARAMS" }));
  }
});

test.for(["$ref", "$dynamicRef", "patternProperties"])("a schema with %s is refused wherever it stands", (keyword) => {
  const hidden: JsonObject = { properties: { a: { anyOf: [{ items: { [keyword]: "#" } }] } } };
  expect(() => jsonSchemaCheck(hidden, "They")).toThrow(expect.objectContaining({ code: "MANIFEST_INVALID", message: expect.stringContaining(keyword) }));
});

test("a property may be called like a keyword, and data may hold anything", () => {
  const named: JsonObject = { properties: { $ref: { type: "string" }, pattern: { type: "number" } }, default: { $ref: "x" } };
  const check = jsonSchemaCheck(named, "They");
  check({ $ref: "x", pattern: 1 });
  expect(() => check({ pattern: "x" })).toThrow();
});

test("an author's expressions never run in the host", () => {
  const trap: JsonObject = { properties: { a: { type: "string", pattern: "^(a+)+$" }, b: { format: "email" } } };
  const started = performance.now();
  jsonSchemaCheck(trap, "They")({ a: `${"a".repeat(40)}!`, b: "x".repeat(100_000) });
  expect(performance.now() - started).toBeLessThan(1000);
});
