import type { JsonObject, JsonValue } from "@ambit/api-types";
import type { PluginContext } from "../context/plugin-context.ts";
import type { HookHandler } from "./hooks.ts";
import type { HandlersOf, ManifestShape } from "./manifest-types.ts";
import type { RouteHandler } from "./routes.ts";
import type { PluginTimer } from "./timers.ts";

/** What a tool may give back: JSON, or nothing (which the caller sees as null). */
export type ToolResult = JsonValue | undefined | void;

/** What a tool that gives parts gives back: each `yield` is a part for the caller, and the return value is the result. */
export type ToolParts = AsyncGenerator<ToolResult, ToolResult>;

interface Handlers {
  // Methods, not function types: TypeScript then lets a handler name the shape of its arguments, which the manifest's
  // JSON Schema, not the compiler, has checked.
  tool(args: JsonObject, ctx: PluginContext): ToolResult | Promise<ToolResult> | ToolParts;
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
  /** What it does again and again, by names for its log. Nothing is declared for them: timers are every plugin's right. */
  readonly timers?: Readonly<Record<string, PluginTimer>>;
}

/**
 * Makes a plugin. With its manifest, the types of handlers and of `ctx` follow from what it declares; `ambit build` writes the
 * manifest as a module (`manifest.gen.ts`) for that. Without one, handlers name the shape of their arguments themselves.
 *
 * At run time the definition is given back as it is. The module's default export, or its exports `tools`, `events`, `hooks`,
 * `routes` and `timers`, are the plugin.
 */
export function definePlugin<const Definition extends PluginDefinition>(definition: Definition): Definition;
// Nothing is inferred from the definition: the types of handlers that a function makes would be fixed before the manifest's are.
export function definePlugin<const Manifest extends ManifestShape>(manifest: Manifest, definition: NoInfer<HandlersOf<Manifest>>): HandlersOf<Manifest>;
export function definePlugin(first: object, definition?: object): object {
  return definition ?? first;
}
