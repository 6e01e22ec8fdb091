import { getPublicSuffix } from "tldts";

// The list is bundled with tldts: nothing is fetched.
const icannOnly = { validateHostname: false, allowPrivateDomains: false };
const withPrivate = { validateHostname: false, allowPrivateDomains: true };

/** Tells whether a host is a suffix of the registries' part of the Public Suffix List, such as `co.uk`: nobody's own name. */
export function isRegistrySuffix(host: string): boolean {
  return getPublicSuffix(host, icannOnly) === host;
}

/** Tells whether a host is a suffix below which strangers own names, such as `co.uk` or `github.io` (the list's private part included). */
export function isSharedSuffix(host: string): boolean {
  return isRegistrySuffix(host) || getPublicSuffix(host, withPrivate) === host;
}
