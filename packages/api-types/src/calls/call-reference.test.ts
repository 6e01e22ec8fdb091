import { expect, test } from "vitest";
import { wireReference } from "./call-reference.ts";
import { callMethods } from "./call-table.ts";
import { guestMethods } from "./guest-methods.ts";

test("every call and message is there as plain data, closed to unknown keys", () => {
  const { calls, guestMethods: messages } = wireReference();
  expect(calls.map((call) => call.method)).toEqual(callMethods);
  expect(messages.map((message) => message.method)).toEqual(Object.keys(guestMethods));
  for (const { params } of [...calls, ...messages]) expect(params).toMatchObject({ type: "object", additionalProperties: false });
  expect(JSON.parse(JSON.stringify({ calls }))).toEqual({ calls });
});

test("what a JSON object is reaches the schemas", () => {
  const call = wireReference().guestMethods.find((message) => message.method === "tool/call");
  expect(call?.params["properties"]).toMatchObject({ arguments: { type: "object" } });
});
