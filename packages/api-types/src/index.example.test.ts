import { AmbitError, callTable, findCall, parseBoundedJson, readRpcMessage } from "@ambit/api-types";
import { expect, test } from "vitest";

test("the README's example", () => {
  const message = readRpcMessage(parseBoundedJson('{"jsonrpc":"2.0","id":1,"method":"kv/get","params":{"key":"last-run"}}'));
  if (message.kind !== "request") throw new AmbitError("INVALID_REQUEST", "A guest sends requests.");
  const call = findCall(message.request.method);
  expect(call?.needs).toEqual({ kind: "basic" });
  expect(call?.params.parse(message.request.params)).toEqual({ key: "last-run" });
  expect(callTable["kv/get"].example).toEqual({ key: "last-run" });
});
