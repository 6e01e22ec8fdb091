import type { EmdashPlugin } from "./emdash-types.ts";

/**
 * Gives an EmDash plugin back as it is: what plugins import from `emdash`. Id, version, capabilities and hosts in it bind nobody; those of
 * the manifest do.
 */
export function definePlugin<const Definition extends EmdashPlugin>(definition: Definition): Definition {
  return definition;
}
