import { describe, expect, test } from "vitest";
import { isErrorCode } from "../errors/error-registry.ts";
import { isLimitName } from "../limits/limit-name.ts";
import { commonErrors } from "./call-definition.ts";
import { callMethods, callTable, findCall } from "./call-table.ts";
import { guestMethods } from "./guest-methods.ts";

describe.each(callMethods)("%s", (method) => {
  const call = findCall(method);
  if (call === undefined) throw new Error(`The table has no ${method}.`);

  test("is named as it is filed, and says what it does", () => {
    expect(call.method).toBe(method);
    expect(call.summary).toMatch(/^[A-Z].*\.$/);
    expect(Object.isFrozen(call)).toBe(true);
  });

  test("takes its own example, and no key it does not know", () => {
    expect(call.params.safeParse(call.example).error).toBeUndefined();
    expect(call.params.safeParse({ ...(call.example as object), surprise: 1 }).success).toBe(false);
    for (const value of [null, [], "text", undefined]) expect(call.params.safeParse(value).success).toBe(false);
  });

  test("names limits and errors that exist, none of the errors twice", () => {
    expect(call.limits.filter((name) => !isLimitName(name))).toEqual([]);
    expect(call.errors.filter((code) => !isErrorCode(code) || commonErrors.includes(code))).toEqual([]);
    expect(new Set(call.errors).size).toBe(call.errors.length);
  });

  test("can be refused exactly when it needs something", () => {
    expect(call.errors.includes("PERMISSION_DENIED")).toBe(call.needs.kind !== "basic" && call.needs.kind !== "handle");
  });
});

test("a call on a handle names the call that opens such handles", () => {
  for (const method of callMethods) {
    const needs = findCall(method)?.needs;
    if (needs?.kind !== "handle") continue;
    expect(findCall(needs.opener)?.needs.kind).toMatch(/^(network|commands)$/);
    expect(findCall(method)?.errors).toContain("UNKNOWN_HANDLE");
  }
});

test("names that are no calls are not found, those of every object included", () => {
  for (const name of ["", "fs/unlink", "toString", "__proto__", "constructor", "FS/READ"]) expect(findCall(name)).toBeUndefined();
  expect(Object.keys(callTable)).toEqual(callMethods);
});

test("no call has the name of a message from host to guest", () => {
  expect(callMethods.filter((method) => Object.hasOwn(guestMethods, method))).toEqual([]);
});

test.each([
  ["kv/set", { key: "k" }],
  ["kv/set", { key: "", value: 1 }],
  ["kv/get", { key: "k".repeat(513) }],
  ["kv/list", { limit: 0 }],
  ["kv/list", { limit: 1001 }],
  ["timer/set", { ms: -1 }],
  ["timer/set", { ms: 2 ** 31 }],
  ["timer/set", { ms: "10" }],
  ["timer/cancel", { timer: 0 }],
  ["log", { level: "fatal", message: "x" }],
  ["fs/read", { root: "workspace" }],
  ["fs/read", { path: "a", encoding: "latin1" }],
  ["fs/read", { path: "a", root: undefined }],
  ["net/fetch", { url: "" }],
  ["net/fetch", { url: "https://x.dev", headers: [["a"]] }],
  ["net/fetch", { url: "https://x.dev", headers: Array(101).fill(["a", "b"]) }],
  ["net/stream", { url: "https://x.dev", encoding: "utf8" }],
  ["stream/read", { stream: 0 }],
  ["stream/read", { stream: 1, max: 0 }],
  ["stream/read", { stream: 1, max: 262_145 }],
  ["stream/read", { stream: 1, waitMs: -1 }],
  ["ws/open", { url: "wss://x.dev", protocols: ["a b"] }],
  ["ws/open", { url: "wss://x.dev", method: "GET" }],
  ["ws/send", { socket: 1, data: "a", kind: "ping" }],
  ["ws/close", { socket: 1, code: 1006 }],
  ["ws/close", { socket: 1, code: 2999 }],
  ["ws/close", { socket: 1, code: 5000 }],
  ["ws/close", { socket: 1, reason: "r".repeat(124) }],
  ["tcp/open", { host: "x.dev", port: 0 }],
  ["tcp/open", { host: "x.dev", port: 65_536 }],
  ["tcp/open", { host: "x.dev", port: "1" }],
  ["tcp/open", { host: "", port: 1 }],
  ["secrets/get", { name: "" }],
] as const)("%s refuses %j", (method, params) => {
  expect(findCall(method)?.params.safeParse(params).success).toBe(false);
});
