import type { HostTerms } from "./host-terms.ts";

/** The capabilities that stand before a hook: whoever handles it has one of them. Empty for a hook that anyone may handle. */
export function hookGates(hook: string, host: HostTerms): readonly string[] {
  return Object.entries(host.capabilities ?? {}).flatMap(([id, { hooks = [] }]) => (hooks.includes(hook) ? [id] : []));
}

/** Tells whether a plugin with these capabilities, implied ones included, may handle a hook. */
export function mayHandle(hook: string, capabilities: readonly string[], host: HostTerms): boolean {
  const gates = hookGates(hook, host);
  return gates.length === 0 || gates.some((id) => capabilities.includes(id));
}
