import { expect, test } from "vitest";
import { jsonObjectSchema, jsonValueSchema } from "./json-value.ts";

test("a JSON object is no array, no null and no other value", () => {
  expect(jsonObjectSchema.safeParse({ a: 1 }).success).toBe(true);
  for (const value of [[], null, "{}", 1, true, undefined]) expect(jsonObjectSchema.safeParse(value).success).toBe(false);
});

test("a JSON value is anything but absent", () => {
  for (const value of [null, 0, "", false, [], {}]) expect(jsonValueSchema.safeParse(value).success).toBe(true);
  expect(jsonValueSchema.safeParse(undefined).success).toBe(false);
});
