import { AmbitError, type ConsentLine, type GrantRecord, type InstallRecord, type PermissionPolicy } from "@ambit/api-types";
import { compilePolicy, type HostTerms } from "@ambit/sandbox-permissions";
import type { Consent } from "../host/plugin-host.ts";

/**
 * Compares a person's consent with what the host would show.
 *
 * @throws AmbitError `CONSENT_MISMATCH` unless exactly the host's lines were shown, and only shown ones were taken away.
 */
export function requireShown(consent: Consent, lines: readonly ConsentLine[]): void {
  const shown = new Set(consent.shown);
  const isSame = shown.size === consent.shown.length && shown.size === lines.length && lines.every(({ key }) => shown.has(key));
  if (!isSame) throw new AmbitError("CONSENT_MISMATCH", "The lines that were shown are not those of the plugin. Read the install window again.");
  const foreign = consent.removed.find((key) => !shown.has(key));
  if (foreign !== undefined) throw new AmbitError("CONSENT_MISMATCH", `The line "${foreign.slice(0, 200)}" was taken away, but not shown.`);
}

/**
 * The policy that a person agreed to, as it is enforced.
 *
 * @throws AmbitError `CONSENT_REQUIRED` where nobody agreed to this version, or this host would make another policy of it
 * than the one agreed to; `ROOT_UNKNOWN` or `MANIFEST_INVALID` where this host does not take the manifest any more.
 */
export function agreedPolicy(install: InstallRecord, grant: GrantRecord | undefined, terms: HostTerms): PermissionPolicy {
  if (grant === undefined) throw new AmbitError("CONSENT_REQUIRED", `Nobody has agreed to what "${install.pluginId}" asks for.`);
  if (grant.bundleDigest !== install.bundleDigest) throw new AmbitError("CONSENT_REQUIRED", `Nobody has agreed to this version of "${install.pluginId}".`);
  const policy = compilePolicy({ manifest: install.manifest, removed: grant.removed, host: terms });
  if (policy.digest !== grant.policyDigest) throw new AmbitError("CONSENT_REQUIRED", `The host's terms changed since "${install.pluginId}" was agreed to. Read the install window again.`);
  return policy;
}
