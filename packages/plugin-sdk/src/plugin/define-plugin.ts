import type { JsonObject, JsonValue } from "@ambit/api-types";
import type { PluginContext } from "../context/plugin-context.ts";
import type { HookHandler } from "./hooks.ts";
import type { RouteHandler } from "./routes.ts";

/** What a tool may give back: JSON, or nothing (which the caller sees as null). */
export type ToolResult = JsonValue | undefined | void;

interface Handlers {
  // Methods, not function types: TypeScript then lets a handler name the shape of its arguments, which the manifest's
  // JSON Schema, not the compiler, has checked.
  tool(args: JsonObject, ctx: PluginContext): ToolResult | Promise<ToolResult>;
  event(payload: JsonValue, ctx: PluginContext): void | Promise<void>;
}

/** Runs one tool. What it throws ends the call: a {@link HostError} with its own code, anything else with `GUEST_ERROR`. */
export type ToolHandler = Handlers["tool"];

/** Takes one event. What it throws is written to the plugin's log. */
export type EventHandler = Handlers["event"];

/** A plugin: what handles its tools, events, hooks and routes, by the names that the manifest declares. */
export interface PluginDefinition {
  readonly tools?: Readonly<Record<string, ToolHandler>>;
  readonly events?: Readonly<Record<string, EventHandler>>;
  readonly hooks?: Readonly<Record<string, HookHandler>>;
  readonly routes?: Readonly<Record<string, RouteHandler>>;
}

/**
 * Gives a plugin back as it is; exists so that an editor knows the types of its handlers. The module's default export, or
 * its exports `tools`, `events`, `hooks` and `routes`, are the plugin.
 */
export function definePlugin<const Definition extends PluginDefinition>(definition: Definition): Definition {
  return definition;
}
