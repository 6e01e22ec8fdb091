import { expect, test } from "vitest";
import { AmbitError } from "./ambit-error.ts";

test("an error carries its code, number and details; its cause stays beside them", () => {
  const cause = new Error("inside");
  const error = new AmbitError("LIMIT_EXCEEDED", "Too much.", { limit: "fileBytes", method: "fs/read", cause });
  expect(error).toBeInstanceOf(Error);
  expect([error.name, error.code, error.number, error.message, error.cause]).toEqual(["AmbitError", "LIMIT_EXCEEDED", -32_005, "Too much.", cause]);
  expect(error.details).toEqual({ limit: "fileBytes", method: "fs/read" });
  expect(JSON.stringify(error)).not.toContain("inside");
});

test("an HTTP status that a service hands on becomes its number", () => {
  expect(new AmbitError("REFUSED", "No.", { httpStatus: 401 }).number).toBe(-32_401);
});

test("two copies of the package recognise each other's errors", async () => {
  // @ts-expect-error -- the query makes a second copy of the module, which the compiler does not know
  const other = (await import("./ambit-error.ts?second-copy")) as { AmbitError: typeof AmbitError };
  expect(other.AmbitError).not.toBe(AmbitError);
  const error = new other.AmbitError("REFUSED", "No.");
  expect(error).not.toBeInstanceOf(AmbitError);
  expect(AmbitError.isInstance(error)).toBe(true);
  expect(other.AmbitError.isInstance(new AmbitError("REFUSED", "No."))).toBe(true);
});

test("nothing else is taken for one", () => {
  const marked = { [Symbol.for("ambit.error")]: true };
  for (const value of [null, undefined, "REFUSED", new Error("x"), { code: "REFUSED" }, marked, { ...marked, code: "NO_SUCH_CODE" }, { ...marked, code: "toString" }]) {
    expect(AmbitError.isInstance(value)).toBe(false);
  }
});
