import type { CapabilityCall } from "@ambit/api-types";
import { expect, expectTypeOf, test } from "vitest";
import { definePlugin } from "../plugin/define-plugin.ts";
import type { CapabilityFunction } from "./capability-function.ts";
import type { PluginContext } from "./plugin-context.ts";

type GetOrder = CapabilityCall<{ readonly id: string }, { readonly total: number } | null>;

interface ShopContext extends PluginContext {
  readonly orders?: { readonly get: CapabilityFunction<GetOrder> };
}

test("an application's ctx has the types of its calls, and handlers may name it", async () => {
  expectTypeOf<CapabilityFunction<GetOrder>>().toEqualTypeOf<(params: { readonly id: string }) => Promise<{ readonly total: number } | null>>();
  expectTypeOf<CapabilityFunction<string>>().toEqualTypeOf<never>();
  const plugin = definePlugin({ tools: { total: async ({ id }: { id: string }, ctx: ShopContext) => (await ctx.orders?.get({ id }))?.total ?? null } });
  const ctx = { orders: { get: async ({ id }: { id: string }) => ({ total: id.length }) } } as unknown as ShopContext;
  expect(await plugin.tools.total({ id: "abc" }, ctx)).toBe(3);
});
