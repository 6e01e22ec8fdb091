import { expect, test } from "vitest";
import { AmbitError } from "./ambit-error.ts";
import { fromErrorReply, toErrorReply } from "./error-reply.ts";

test("an error crosses the wire and comes back as it was", () => {
  const error = new AmbitError("LIMIT_EXCEEDED", "Too much.", { limit: "memoryMb", method: "fs/read", target: "workspace", exitCode: 3, httpStatus: 429, cause: new Error("secret") });
  const reply = toErrorReply(error);
  expect(reply).toEqual({ code: -32_429, message: "Too much.", data: { code: "LIMIT_EXCEEDED", limit: "memoryMb", method: "fs/read", target: "workspace", exitCode: 3, httpStatus: 429 } });
  const back = fromErrorReply(JSON.parse(JSON.stringify(reply)));
  expect([back.code, back.message, back.details]).toEqual([error.code, error.message, error.details]);
});

test.each([new Error("/home/someone/secret.txt"), "text", null, undefined, { code: "EACCES", path: "/etc" }])("anything else becomes INTERNAL_ERROR without its words: %s", (thrown) => {
  const reply = toErrorReply(thrown);
  expect(reply.data).toEqual({ code: "INTERNAL_ERROR" });
  expect(JSON.stringify(reply)).not.toMatch(/home|etc|text/);
});

test("a peer cannot invent codes, limits or statuses, and cannot send long texts", () => {
  expect(fromErrorReply({ message: "x", data: { code: "NO_SUCH" } }).code).toBe("GUEST_ERROR");
  expect(fromErrorReply({ message: "x", data: { code: "toString" } }, "REFUSED").code).toBe("REFUSED");
  for (const reply of [null, undefined, 5, "text", [], {}, { message: 5 }, { data: null }, { data: "x" }]) {
    expect(fromErrorReply(reply)).toMatchObject({ code: "GUEST_ERROR", message: "The plugin failed without a message.", details: {} });
  }
  const data = { code: "REFUSED", limit: "x".repeat(1000), method: "m".repeat(1000), target: "t".repeat(1000), exitCode: 1.5, httpStatus: 200, extra: "e" };
  const { message, details } = fromErrorReply({ message: "y".repeat(5000), data });
  expect(message.length).toBe(1024);
  expect(details).toEqual({ method: "m".repeat(64), target: "t".repeat(255) });
});
