import { expect, test } from "vitest";
import { z } from "zod";
import { adaptEmdashPlugin } from "./adapt-emdash-plugin.ts";
import { describeEmdashPlugin } from "./describe-emdash-plugin.ts";

const handler = async (): Promise<void> => {};

test("what a plugin handles is told as a manifest declares it", () => {
  const plugin = { hooks: { "content:beforeSave": { handler, priority: 210, timeout: 10_000 }, "content:afterSave": handler, "email:deliver": { handler, exclusive: true, priority: -5, timeout: 60_000 } }, routes: { status: { handler, public: true }, "forms/list": handler } };
  expect(describeEmdashPlugin(plugin)).toEqual({
    tools: [],
    hooks: [
      { name: "content:beforeSave", mode: "policy", priority: 210, timeoutMs: 10_000 },
      { name: "content:afterSave", mode: "observe" },
      { name: "email:deliver", mode: "policy", priority: 0, timeoutMs: 30_000 },
    ],
    routes: [{ name: "status", public: true }, { name: "forms/list" }],
  });
});

test("its tools are told with the schema of their arguments, whatever says it, and those that take away ask", () => {
  const input = z.object({ id: z.string().min(1) });
  const tools = { drop: { description: "Drops.", route: "drop", input, destructive: true }, list: { description: "Lists.", route: "list", input: {} } };
  expect(describeEmdashPlugin({ routes: { drop: handler, list: handler }, mcp: { tools } }).tools).toEqual([
    { name: "drop", description: "Drops.", params: { type: "object", properties: { id: { type: "string", minLength: 1 } }, required: ["id"] }, confirm: true },
    { name: "list", description: "Lists." },
  ]);
});

test("a plugin of the application's pages alone handles nothing", () => {
  const pages = { id: "color", version: "1.0.0", admin: { fieldWidgets: [{ name: "picker" }] } };
  expect(describeEmdashPlugin(() => pages)).toEqual({ tools: [], hooks: [], routes: [] });
  expect(adaptEmdashPlugin(() => pages)).toEqual({ tools: {}, hooks: {}, routes: {} });
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
  ["a tool without a route", { routes: { a: handler }, mcp: { tools: { t: { description: "T.", route: "toString" } } } }, /tool "t" names the route "toString"/],
  ["a route that is a text", { routes: { a: "x" } }, /route "a" has no handler/],
])("%s is no plugin of this form", (_what, exported, message) => {
  expect(() => adaptEmdashPlugin(exported)).toThrow(message);
  expect(() => describeEmdashPlugin(exported)).toThrow(message);
});
