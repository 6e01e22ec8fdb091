import type { JsonObject } from "@ambit/api-types";
import type { ToolHandler } from "../plugin/define-plugin.ts";
import type { RouteHandler } from "../plugin/routes.ts";
import type { EmdashTool } from "./emdash-types.ts";

/** A tool of EmDash's as one of ours: it posts its arguments to the route that it names. */
export function adaptTool(name: string, tool: EmdashTool, routes: Readonly<Record<string, RouteHandler>>): ToolHandler {
  const handler = routeOf(name, tool, routes);
  return async (args, ctx) => handler({ method: "POST", path: "", query: {}, headers: {}, body: args, anonymous: false }, ctx);
}

/**
 * The route that answers a tool, of the plugin's.
 *
 * @throws Error where the plugin has none of that name.
 */
export function routeOf<Route>(name: string, { route }: EmdashTool, routes: Readonly<Record<string, Route>>): Route {
  const found = Object.hasOwn(routes, route) ? routes[route] : undefined;
  if (found === undefined) throw new Error(`The tool "${name}" names the route "${route}", which the plugin does not have.`);
  return found;
}

/** The JSON Schema of a tool's arguments, where its schema library tells one (Standard JSON Schema, as zod 4 has it). */
export function toolParams({ input }: EmdashTool): JsonObject | undefined {
  const { $schema: _dialect, ...schema } = input?.["~standard"]?.jsonSchema?.input({ target: "draft-2020-12" }) ?? {};
  return schema["type"] === "object" ? schema : undefined;
}
