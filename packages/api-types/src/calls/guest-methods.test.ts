import { expect, test } from "vitest";
import { type GuestMethodName, guestMethods } from "./guest-methods.ts";

const examples: Readonly<Record<GuestMethodName, object>> = {
  initialize: { protocolVersion: 1, plugin: { id: "word-report", version: "1.0.0" }, lang: "en", calls: ["kv/get"], config: {} },
  "tool/call": { tool: "report", arguments: { path: "a.md" } },
  "call/cancel": { id: 7 },
  "event/deliver": { event: "ticket.column", payload: null },
  "hook/run": { hook: "content:beforeSave", mode: "policy", payload: { title: "a" } },
  "route/call": { route: "forms/list", anonymous: false, method: "GET", path: "", query: {}, headers: {}, body: null },
  "timer/fired": { timer: 1 },
  shutdown: {},
};

test.each(Object.entries(guestMethods))("%s is named as it is filed and takes what it says, and no key it does not know", (name, entry) => {
  const example = examples[name as GuestMethodName];
  expect(entry.method).toBe(name);
  expect(entry.params.safeParse(example).error).toBeUndefined();
  expect(entry.params.safeParse({ ...example, surprise: 1 }).success).toBe(false);
});

test("exactly what is answered is a request", () => {
  const requests = Object.values(guestMethods).filter((entry) => entry.kind === "request");
  expect(requests.map((entry) => entry.method)).toEqual(["initialize", "tool/call", "hook/run", "route/call"]);
});
