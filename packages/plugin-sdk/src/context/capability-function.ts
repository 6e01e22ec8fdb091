import type { CapabilityCall } from "@ambit/api-types";

/**
 * A call of an application's capability as plugins find it in their `ctx`, from its definition. An application publishes the type of its `ctx` with
 * it: `interface ShopContext extends PluginContext { readonly orders?: { readonly get: CapabilityFunction<typeof getOrder> } }`.
 */
export type CapabilityFunction<Call> = Call extends CapabilityCall<infer Params, infer Result> ? (params: Params) => Promise<Result> : never;
