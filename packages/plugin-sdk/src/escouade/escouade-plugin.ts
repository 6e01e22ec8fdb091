import type { JsonValue } from "@ambit/api-types";
import type { PluginDefinition } from "../plugin/define-plugin.ts";
import type { HookResult } from "../plugin/hooks.ts";
import { EscouadeProgram } from "./escouade-program.ts";

/**
 * Makes a plugin of one in Escouade's form: `export default escouadePlugin(() => import("./plugin.js"))`. A route of the manifest is a method of
 * the program's, with the request's body as parameters; tools, events and hooks arrive as the messages `tool/call`,
 * `event/deliver` and `hook/run`.
 *
 * @param load Loads the program's module.
 */
export function escouadePlugin(load: () => Promise<unknown>): PluginDefinition {
  const program = new EscouadeProgram(load);
  return {
    routes: byAnyName((route) => ({ body }, ctx) => program.ask(ctx, route, body ?? {})),
    tools: byAnyName((tool) => (args, ctx) => program.ask(ctx, "tool/call", { tool, arguments: args })),
    events: byAnyName((event) => (payload, ctx) => program.tell(ctx, "event/deliver", { event, payload })),
    // What it answers is checked where it arrives.
    hooks: byAnyName((hook) => (payload: JsonValue, ctx) => program.ask(ctx, "hook/run", { hook, payload }) as Promise<HookResult>),
  };
}

/** A handler by whatever name: the manifest says which there are, and the program what it does not know. */
function byAnyName<Handler>(make: (name: string) => Handler): Readonly<Record<string, Handler>> {
  return new Proxy<Record<string, Handler>>({}, {
    get: (_target, name) => (typeof name === "string" ? make(name) : undefined),
    getOwnPropertyDescriptor: (_target, name) => (typeof name === "string" ? { value: make(name), configurable: true, enumerable: true, writable: true } : undefined),
  });
}
