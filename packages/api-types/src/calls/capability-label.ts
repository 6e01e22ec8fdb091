import type { CallDefinition } from "./call-definition.ts";

/**
 * What a person would have granted for a call: `fetch`, `files:read`, an integrator's capability, or the kind of need. The label
 * `capability` of `plugin.permission_denied_total`; `unknown` where there is no call of that name.
 */
export function capabilityLabel(definition: CallDefinition | undefined): string {
  if (definition === undefined) return "unknown";
  const { needs } = definition;
  if (needs.kind === "network") return needs.protocol;
  if (needs.kind === "files") return `files:${needs.access}`;
  return needs.kind === "capability" ? needs.id : needs.kind;
}
