import type { EmdashPlugin } from "./emdash-types.ts";

/**
 * The plugin in the default export of an EmDash module.
 *
 * @throws Error that says what is no plugin of this form.
 */
export function emdashPluginOf(exported: unknown): EmdashPlugin {
  // A plugin that takes options exports a function; its settings are the application's to keep, so it gets none here.
  const made: unknown = typeof exported === "function" ? (exported as (options: object) => unknown)({}) : exported;
  const plugin = isObject(made) && isObject(made["default"]) && made["hooks"] === undefined && made["routes"] === undefined ? made["default"] : made;
  // One with an id may be there for the application's own pages alone, and handle nothing.
  if (!isObject(plugin) || (!isObject(plugin["hooks"]) && !isObject(plugin["routes"]) && typeof plugin["id"] !== "string")) {
    throw new Error("The module exports no plugin in EmDash's form: its default export has neither `hooks` nor `routes`.");
  }
  return plugin as EmdashPlugin;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
