import { expect, test } from "vitest";
import type { JsonValue } from "../json/json-value.ts";
import { readRpcMessage } from "./json-rpc.ts";

test.each<[JsonValue, object]>([
  [{ jsonrpc: "2.0", id: 1, method: "kv/get", params: { key: "a" } }, { jsonrpc: "2.0", id: 1, method: "kv/get", params: { key: "a" } }],
  [{ jsonrpc: "2.0", id: "a", method: "log" }, { jsonrpc: "2.0", id: "a", method: "log" }],
  [{ jsonrpc: "2.0", method: "log", params: null, extra: [1] }, { jsonrpc: "2.0", method: "log", params: null }],
])("%j is a request", (value, request) => {
  expect(readRpcMessage(value)).toEqual({ kind: "request", request });
});

test.each<[JsonValue, object]>([
  [{ jsonrpc: "2.0", id: 1, result: null }, { jsonrpc: "2.0", id: 1, result: null }],
  [{ jsonrpc: "2.0", id: null, error: { code: 1, message: "x" } }, { jsonrpc: "2.0", id: null, error: { code: 1, message: "x" } }],
  [{ jsonrpc: "2.0", id: 1, result: 5, error: {} }, { jsonrpc: "2.0", id: 1, error: {} }],
])("%j is an answer", (value, response) => {
  expect(readRpcMessage(value)).toEqual({ kind: "response", response });
});

test.each<[JsonValue]>([
  [null],
  [1],
  ["text"],
  [[]],
  [[{ jsonrpc: "2.0", method: "log" }]],
  [{}],
  [{ jsonrpc: "1.0", id: 1, method: "a" }],
  [{ jsonrpc: 2, id: 1, method: "a" }],
  [{ jsonrpc: "2.0", id: 1 }],
  [{ jsonrpc: "2.0", id: 1, method: "" }],
  [{ jsonrpc: "2.0", id: 1, method: 5 }],
  [{ jsonrpc: "2.0", id: 1, method: "m".repeat(129) }],
  [{ jsonrpc: "2.0", id: null, method: "a" }],
  [{ jsonrpc: "2.0", id: 1.5, method: "a" }],
  [{ jsonrpc: "2.0", id: 2 ** 53, method: "a" }],
  [{ jsonrpc: "2.0", id: "", method: "a" }],
  [{ jsonrpc: "2.0", id: "i".repeat(129), method: "a" }],
  [{ jsonrpc: "2.0", id: {}, method: "a" }],
  [{ jsonrpc: "2.0", result: 1 }],
  [{ jsonrpc: "2.0", id: true, result: 1 }],
])("%j is INVALID_REQUEST", (value) => {
  expect(() => readRpcMessage(value)).toThrow(expect.objectContaining({ code: "INVALID_REQUEST" }));
});

test("a member that only a prototype has counts for nothing", () => {
  const value = JSON.parse('{"jsonrpc":"2.0","id":1,"__proto__":{"method":"a"}}') as JsonValue;
  expect(() => readRpcMessage(value)).toThrow(expect.objectContaining({ code: "INVALID_REQUEST" }));
});
