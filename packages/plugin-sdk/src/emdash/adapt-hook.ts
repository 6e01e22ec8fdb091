import type { JsonValue } from "@ambit/api-types";
import type { PluginContext } from "../context/plugin-context.ts";
import type { HookHandler } from "../plugin/hooks.ts";
import type { EmdashContext, EmdashHookConfig, EmdashHookHandler } from "./emdash-types.ts";
import { logAccess } from "./log-access.ts";

/** A hook of EmDash's as one of ours: `false` is a denial, whatever else it gives is its value, and an error may be told to count for nothing. */
export function adaptHook(name: string, entry: EmdashHookHandler | EmdashHookConfig, contextOf: (ctx: PluginContext) => Promise<EmdashContext>): HookHandler {
  const { handler, errorPolicy } = hookConfig(name, entry);
  return async (payload, ctx) => {
    try {
      // A copy, since handlers may change what they get.
      const event = JSON.parse(JSON.stringify(payload)) as never;
      return replyOf(name, await handler(event, await contextOf(ctx)));
    } catch (error) {
      if (errorPolicy !== "continue") throw error;
      logAccess(ctx).error(`Hook "${name}" failed, and goes on:`, error);
      return null;
    }
  };
}

/** A hook with its options, whichever way it is written. */
export function hookConfig(name: string, entry: EmdashHookHandler | EmdashHookConfig): EmdashHookConfig {
  const config = typeof entry === "function" ? { handler: entry } : entry;
  if (typeof config?.handler !== "function") throw new Error(`The hook "${name}" has no handler that is a function.`);
  return config;
}

function replyOf(name: string, result: unknown): Awaited<ReturnType<HookHandler>> {
  if (result === undefined || result === null) return null;
  if (result === false) return { deny: `The plugin's hook "${name}" said no.` };
  return { value: result as JsonValue };
}
