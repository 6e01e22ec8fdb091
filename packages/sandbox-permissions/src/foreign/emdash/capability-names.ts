/** Earlier names of EmDash's capabilities, with the present ones. */
const EARLIER: ReadonlyMap<string, string> = new Map([
  ["network:fetch", "network:request"],
  ["network:fetch:any", "network:request:unrestricted"],
  ["read:content", "content:read"],
  ["write:content", "content:write"],
  ["read:media", "media:read"],
  ["write:media", "media:write"],
  ["read:users", "users:read"],
  ["email:provide", "hooks.email-transport:register"],
  ["email:intercept", "hooks.email-events:register"],
  ["page:inject", "hooks.page-fragments:register"],
]);

/** The capability that opens the hosts of `allowedHosts`. */
export const REQUEST = "network:request";

/** The capability that opens every host. */
export const UNRESTRICTED = "network:request:unrestricted";

/** EmDash's capabilities by the places that they have in `declaredAccess`. */
const PLACES: ReadonlyMap<string, string> = new Map([
  ["content.read", "content:read"],
  ["content.write", "content:write"],
  ["taxonomies.read", "taxonomies:read"],
  ["media.read", "media:read"],
  ["media.write", "media:write"],
  ["users.read", "users:read"],
  ["email.send", "email:send"],
  ["email.events", "hooks.email-events:register"],
  ["email.transport", "hooks.email-transport:register"],
  ["page.fragments", "hooks.page-fragments:register"],
]);

/** EmDash's present capabilities. */
export const emdashCapabilityNames: readonly string[] = [...PLACES.values(), REQUEST, UNRESTRICTED];

/** The present name of a capability; undefined for one that EmDash does not have. */
export function presentName(name: string): string | undefined {
  const present = EARLIER.get(name) ?? name;
  return emdashCapabilityNames.includes(present) ? present : undefined;
}

/** The capability of an operation in `declaredAccess`, but for `network.request`, which has hosts. */
export function capabilityAt(category: string, operation: string): string | undefined {
  return PLACES.get(`${category}.${operation}`);
}
