import { AmbitError, type StoreScope } from "@ambit/api-types";

/** For whom something is asked or set. */
export interface OrgOption {
  /** The organisation, where the application serves several: 1 to 64 of letters, digits and `. _ -`. Without one it is nobody's in particular. */
  readonly org?: string;
}

const ORG_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/**
 * The scope of a plugin for an organisation.
 *
 * @throws AmbitError `INVALID_PARAMS` for what is no name of an organisation.
 */
export function scopeFor(pluginId: string, { org }: OrgOption = {}): StoreScope {
  if (org === undefined) return { pluginId };
  if (!ORG_NAME.test(org)) throw new AmbitError("INVALID_PARAMS", "org: 1 to 64 of letters, digits and . _ -, starting with a letter or digit.");
  return { pluginId, org };
}
