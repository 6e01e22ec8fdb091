import { expect, expectTypeOf, test } from "vitest";
import type { CallParams, CallResult } from "@ambit/api-types";
import type { PluginContext } from "../context/plugin-context.ts";
import { definePlugin, type ToolHandler } from "./define-plugin.ts";

test("a plugin is given back as it is, with handlers that may name the shape of their arguments", () => {
  const plugin = definePlugin({
    tools: {
      add: ({ a, b }: { a: number; b: number }) => a + b,
      nothing() {},
      later: async (_args, ctx) => (await ctx.kv.get({ key: "k" })).value,
    },
    events: { "ticket.moved": (payload) => void payload },
  });
  expect(plugin.tools.add({ a: 1, b: 2 })).toBe(3);
  expectTypeOf(plugin.tools.add).toExtend<ToolHandler>();
});

test("what no JSON can carry is no result", () => {
  // @ts-expect-error -- a function cannot be answered
  definePlugin({ tools: { bad: () => () => 1 } });
  expectTypeOf<ReturnType<ToolHandler>>().not.toBeAny();
});

test("the types of ctx follow from the table of calls", () => {
  type Read = NonNullable<NonNullable<PluginContext["fs"]>["read"]>;
  expectTypeOf<Parameters<Read>[0]>().toEqualTypeOf<CallParams<"fs/read">>();
  expectTypeOf<Awaited<ReturnType<PluginContext["kv"]["list"]>>>().toEqualTypeOf<CallResult<"kv/list">>();
  expectTypeOf<keyof PluginContext["kv"]>().toEqualTypeOf<"get" | "set" | "delete" | "list">();
});
