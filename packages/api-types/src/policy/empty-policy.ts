import { defaultLimits, type Limits } from "../limits/limit-table.ts";
import type { PermissionPolicy } from "./permission-policy.ts";

/**
 * The policy of a plugin that was granted nothing: what a backend author starts a sandbox with where no consent is at hand.
 * Its digest is all zeros, which no compiled policy has.
 *
 * @param limits What differs from the default limits.
 */
export function emptyPolicy(plugin: { readonly id: string; readonly version: string }, limits: Partial<Limits> = {}): PermissionPolicy {
  return {
    pluginId: plugin.id,
    version: plugin.version,
    network: [],
    files: [],
    commands: [],
    secrets: [],
    events: [],
    hooks: [],
    routes: [],
    scripts: [],
    eventCommands: [],
    capabilities: [],
    storage: {},
    limits: { ...defaultLimits, ...limits },
    digest: "0".repeat(64),
  };
}
