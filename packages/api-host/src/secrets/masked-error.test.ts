import { AmbitError } from "@ambit/api-types";
import { expect, test } from "vitest";
import { maskedError } from "./masked-error.ts";

const mask = (text: string): string => text.replaceAll("s3cr3t", "[secret]");

test("what holds no secret is handed on as it is", () => {
  const error = new AmbitError("GUEST_ERROR", "It failed.", { method: "net/fetch", target: "a.example", cause: new Error("why") });
  expect(maskedError(error, mask)).toBe(error);
});

test.for([
  [{ target: "s3cr3t.example" }, { details: { target: "[secret].example" } }],
  [{ method: "x/s3cr3t", exitCode: 3 }, { details: { method: "x/[secret]", exitCode: 3 } }],
] as const)("%o", ([options, expected]) => {
  expect(maskedError(new AmbitError("GUEST_ERROR", "It failed.", options), mask)).toMatchObject({ code: "GUEST_ERROR", message: "It failed.", ...expected });
});

test("the words too", () => {
  expect(maskedError(new AmbitError("GUEST_ERROR", "s3cr3t!"), mask).message).toBe("[secret]!");
});

test("a cause that holds one is left out", () => {
  const error = maskedError(new AmbitError("GUEST_ERROR", "It failed.", { target: "a", cause: new Error("with s3cr3t") }), mask);
  expect(error).toMatchObject({ message: "It failed.", details: { target: "a" } });
  expect(error).not.toHaveProperty("cause");
});
