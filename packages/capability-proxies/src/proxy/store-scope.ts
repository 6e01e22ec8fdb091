import type { ProxyInstance, StoreScope } from "@ambit/api-types";

/** Whose data an instance works on: its plugin's, within its organisation where there is one. */
export function scopeOf(instance: ProxyInstance): StoreScope {
  return { pluginId: instance.pluginId, ...(instance.org !== undefined && { org: instance.org }) };
}
