import type { JsonValue } from "@ambit/api-types";
import type { PluginContext } from "../context/plugin-context.ts";

/**
 * What a handler of a hook may say: nothing, a denial with the reason that people read, or a value for the application. A
 * denial counts from a `policy` hook alone; whatever else a policy hook gives blocks, as an error in it does.
 */
export type HookResult = void | undefined | null | { readonly deny: string } | { readonly value: JsonValue };

interface Handlers {
  hook(payload: JsonValue, ctx: PluginContext): HookResult | Promise<HookResult>;
}

/** Handles one hook. What it is about is frozen, all the way down: the application's own is not reached by it. */
export type HookHandler = Handlers["hook"];
