import { orgScopesOf, scopeKey } from "../scope-key.ts";

/** Deletes what a map has for a plugin, in every organisation. */
export function deleteScopes(map: Map<string, unknown>, pluginId: string): void {
  const own = scopeKey({ pluginId });
  const inOrgs = orgScopesOf(pluginId);
  for (const key of map.keys()) if (key === own || key.startsWith(inOrgs)) map.delete(key);
}
