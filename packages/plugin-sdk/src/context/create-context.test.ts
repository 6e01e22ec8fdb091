import { callMethods, type InitializeParams, type JsonValue } from "@ambit/api-types";
import { expect, test } from "vitest";
import { type ContextSource, createContext } from "./create-context.ts";
import type { PluginContext } from "./plugin-context.ts";

/** A ctx whose calls come back as they went out, and what it wrote to the log. */
function context(calls: readonly string[], config: InitializeParams["config"] = {}): { ctx: PluginContext; logged: string[] } {
  const logged: string[] = [];
  const hello: InitializeParams = { protocolVersion: 1, plugin: { id: "a", version: "1.0.0" }, lang: "de", calls, config };
  const source: ContextSource = {
    hello,
    call: async (method, params): Promise<JsonValue> => [method, params],
    log: (level, message) => logged.push(`${level} ${message}`),
    sleep: async () => {},
  };
  return { ctx: createContext(source), logged };
}

test("every call on offer is a function of its namespace, but the log and timers, which have words of their own", async () => {
  const { ctx } = context(callMethods);
  const functions = Object.entries(ctx).flatMap(([space, members]) => (typeof members === "object" && !["plugin", "config", "log", "timers"].includes(space) ? Object.keys(members as object).map((name) => `${space}/${name}`) : []));
  expect(functions).toEqual(callMethods.filter((method) => method !== "log" && !method.startsWith("timer/")));
  expect(await ctx.fs?.read?.({ root: "workspace", path: "a.md" })).toEqual(["fs/read", { root: "workspace", path: "a.md" }]);
  expect(await ctx.call("content/get", { id: 1 })).toEqual(["content/get", { id: 1 }]);
});

test("what is not on offer is absent, a namespace without any call included", () => {
  const { ctx } = context(["fs/read", "kv/get"]);
  expect(Object.keys(ctx)).toEqual(["fs", "kv", "plugin", "lang", "config", "log", "timers", "call"]);
  expect(Object.keys(ctx.fs ?? {})).toEqual(["read"]);
  expect(ctx.net).toBeUndefined();
});

test("calls of an application's own get a namespace too, and none can take the place of what every ctx has", () => {
  const { ctx } = context(["content/get", "plugin/id", "__proto__/x", "constructor/y", "nonamespace", "/empty"]);
  expect(typeof (ctx as unknown as { content: { get: unknown } }).content.get).toBe("function");
  expect(ctx.plugin).toEqual({ id: "a", version: "1.0.0" });
  expect(Object.getPrototypeOf(ctx)).toBeNull();
  expect(({} as { x?: unknown }).x).toBeUndefined();
});

test("it tells who the plugin is, speaks the person's language, and cannot be changed", () => {
  const { ctx } = context(["kv/get"], { greeting: "Hallo" });
  expect([ctx.plugin.id, ctx.lang, ctx.config]).toEqual(["a", "de", { greeting: "Hallo" }]);
  expect(Object.isFrozen(ctx) && Object.isFrozen(ctx.kv) && Object.isFrozen(ctx.log)).toBe(true);
});

test("the log has a function for each level", () => {
  const { ctx, logged } = context([]);
  ctx.log.debug("a");
  ctx.log.info("b");
  ctx.log.warn("c");
  ctx.log.error("d");
  expect(logged).toEqual(["debug a", "info b", "warn c", "error d"]);
});
