import { expect, test } from "vitest";
import { adaptEmdashPlugin } from "./adapt-emdash-plugin.ts";
import { describeEmdashPlugin } from "./describe-emdash-plugin.ts";

const handler = async (): Promise<void> => {};

test("what a plugin handles is told as a manifest declares it", () => {
  const plugin = { hooks: { "content:beforeSave": { handler, priority: 210, timeout: 10_000 }, "content:afterSave": handler, "email:deliver": { handler, exclusive: true, priority: -5, timeout: 60_000 } }, routes: { status: { handler, public: true }, "forms/list": handler } };
  expect(describeEmdashPlugin(plugin)).toEqual({
    hooks: [
      { name: "content:beforeSave", mode: "policy", priority: 210, timeoutMs: 10_000 },
      { name: "content:afterSave", mode: "observe" },
      { name: "email:deliver", mode: "policy", priority: 0, timeoutMs: 30_000 },
    ],
    routes: [{ name: "status", public: true }, { name: "forms/list" }],
  });
});

test("an adapted plugin has the same handlers, and no others", () => {
  const adapted = adaptEmdashPlugin({ hooks: { cron: handler }, routes: { a: handler, toString: handler } });
  expect([Object.keys(adapted.hooks ?? {}), Object.keys(adapted.routes ?? {})]).toEqual([["cron"], ["a", "toString"]]);
});

test.each([
  ["nothing", undefined, /neither `hooks` nor `routes`/],
  ["a list", [], /neither/],
  ["a function that gives nothing", () => {}, /neither/],
  ["a hook without a handler", { hooks: { cron: { priority: 1 } } }, /hook "cron" has no handler/],
  ["a route that is a text", { routes: { a: "x" } }, /route "a" has no handler/],
])("%s is no plugin of this form", (_what, exported, message) => {
  expect(() => adaptEmdashPlugin(exported)).toThrow(message);
  expect(() => describeEmdashPlugin(exported)).toThrow(message);
});
