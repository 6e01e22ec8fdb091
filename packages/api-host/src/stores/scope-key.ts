import type { StoreScope } from "@ambit/api-types";

/** One text for a scope: no two scopes share it, whatever stands in their names. */
export function scopeKey(scope: StoreScope): string {
  return JSON.stringify(scope.org === undefined ? [scope.pluginId] : [scope.pluginId, scope.org]);
}

/** How the text of every scope of a plugin with an organisation begins, and of no other scope. */
export function orgScopesOf(pluginId: string): string {
  return `${JSON.stringify([pluginId]).slice(0, -1)},`;
}
