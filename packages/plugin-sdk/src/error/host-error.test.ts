import { AmbitError } from "@ambit/api-types";
import { expect, test } from "vitest";
import { createHostError } from "./create-host-error.ts";
import { isHostError } from "./host-error.ts";

const error = createHostError({ code: -32_003, message: "Not granted.", data: { code: "PERMISSION_DENIED", method: "fs/read" } });

test("a host error has its code, number and details, and is recognised by its mark", () => {
  expect(error).toBeInstanceOf(Error);
  expect([error.name, error.message, error.code, error.number, error.details]).toEqual(["AmbitError", "Not granted.", "PERMISSION_DENIED", -32_003, { method: "fs/read" }]);
  expect(isHostError(error)).toBe(true);
  expect(isHostError(error, "PERMISSION_DENIED")).toBe(true);
  expect(isHostError(error, "NETWORK_FAILED")).toBe(false);
});

test("the host's own class recognises it too, and the other way round", () => {
  expect(AmbitError.isInstance(error)).toBe(true);
  expect(isHostError(new AmbitError("REFUSED", "No."))).toBe(true);
});

test("nothing else is taken for one", () => {
  for (const value of [null, undefined, "PERMISSION_DENIED", new Error("x"), { code: "PERMISSION_DENIED" }]) expect(isHostError(value)).toBe(false);
});
