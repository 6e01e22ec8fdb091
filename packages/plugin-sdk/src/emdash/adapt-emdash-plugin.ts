import type { PluginDefinition } from "../plugin/define-plugin.ts";
import { adaptHook } from "./adapt-hook.ts";
import { adaptRoute } from "./adapt-route.ts";
import { adaptTool } from "./adapt-tool.ts";
import { emdashContexts } from "./emdash-context.ts";
import { emdashPluginOf } from "./emdash-plugin-of.ts";

/**
 * Makes a plugin of one in EmDash's form: `export default adaptEmdashPlugin(plugin)`.
 *
 * @param exported The default export of an EmDash plugin: `{ hooks, routes, mcp }`, what `definePlugin` gave, or a function that gives it.
 * @throws Error that says what is no plugin of this form.
 */
export function adaptEmdashPlugin(exported: unknown): PluginDefinition {
  const { id, hooks = {}, routes = {}, mcp } = emdashPluginOf(exported);
  const contextOf = emdashContexts();
  const terms = { contextOf, isOneArgument: id !== undefined };
  const adapted = Object.fromEntries(Object.entries(routes).map(([name, entry]) => [name, adaptRoute(name, entry, terms)]));
  return {
    tools: Object.fromEntries(Object.entries(mcp?.tools ?? {}).map(([name, tool]) => [name, adaptTool(name, tool, adapted)])),
    hooks: Object.fromEntries(Object.entries(hooks).map(([name, entry]) => [name, adaptHook(name, entry, contextOf)])),
    routes: adapted,
  };
}
