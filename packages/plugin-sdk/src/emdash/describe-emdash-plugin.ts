import type { HookDeclaration, RouteDeclaration, ToolDeclaration } from "@ambit/api-types";
import { hookConfig } from "./adapt-hook.ts";
import { routeConfig } from "./adapt-route.ts";
import { routeOf, toolParams } from "./adapt-tool.ts";
import { emdashPluginOf } from "./emdash-plugin-of.ts";
import type { EmdashTool } from "./emdash-types.ts";

/** What a manifest has to declare of a plugin in EmDash's form. */
export interface EmdashHandlers {
  readonly tools: readonly ToolDeclaration[];
  readonly hooks: readonly HookDeclaration[];
  readonly routes: readonly RouteDeclaration[];
}

/** Hooks whose answer counts: they can change or stop what they are about. */
const POLICY_HOOKS: readonly string[] = ["content:beforeSave", "content:beforeDelete", "media:beforeUpload", "email:beforeSend", "email:deliver", "comment:beforeCreate", "comment:moderate"];

/** Bounds of a hook's declaration in a manifest. */
const MOST_PRIORITY = 1000;
const MOST_TIMEOUT = 30_000;

/**
 * What the code of an EmDash plugin handles, as a manifest declares it. Their manifests leave it to the code, so whoever converts one runs this
 * in a sandbox.
 *
 * @throws Error that says what is no plugin of this form.
 */
export function describeEmdashPlugin(exported: unknown): EmdashHandlers {
  const { hooks = {}, routes = {}, mcp } = emdashPluginOf(exported);
  return {
    tools: Object.entries(mcp?.tools ?? {}).map(([name, tool]) => {
      routeOf(name, tool, routes);
      return declaredTool(name, tool);
    }),
    hooks: Object.entries(hooks).map(([name, entry]) => {
      const { priority, timeout } = hookConfig(name, entry);
      return { name, mode: POLICY_HOOKS.includes(name) ? "policy" : "observe", ...bounded("priority", priority, 0, MOST_PRIORITY), ...bounded("timeoutMs", timeout, 1, MOST_TIMEOUT) };
    }),
    routes: Object.entries(routes).map(([name, entry]) => ({ name, ...(routeConfig(name, entry).public === true && { public: true }) })),
  };
}

function declaredTool(name: string, tool: EmdashTool): ToolDeclaration {
  const params = toolParams(tool);
  return { name, description: tool.description, ...(params !== undefined && { params }), ...(tool.destructive === true && { confirm: true }) };
}

function bounded<Key extends string>(key: Key, value: number | undefined, least: number, most: number): { readonly [K in Key]?: number } {
  return value === undefined ? {} : ({ [key]: Math.min(Math.max(Math.round(value), least), most) } as { readonly [K in Key]?: number });
}
