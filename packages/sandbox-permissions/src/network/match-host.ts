import { isLocalName, isMetadataName } from "./local-names.ts";
import { hasPublicTop, isStrictHost } from "./host-name.ts";
import type { NetworkIndex } from "./network-index.ts";

/**
 * Tells whether a rule covers a host as a URL's `host` gives it: with its port, unless it is the scheme's own. Hosts of
 * rules are canonical, so an equal string is an equal list of labels; subdomains are looked up at each label boundary.
 */
export function matchesHost(index: NetworkIndex, host: string): boolean {
  if (index.hosts.size > 0 && index.hosts.has(host)) return true;
  if (index.subdomains.size > 0 && matchesSubdomain(index, host)) return true;
  return index.any && !host.includes(":") && isPublicName(host);
}

/** What follows the boundary is as canonical as the rule, so only the labels before it are still to be looked at. */
function matchesSubdomain(index: NetworkIndex, host: string): boolean {
  for (let dot = host.indexOf("."); dot !== -1; dot = host.indexOf(".", dot + 1)) {
    if (!index.subdomains.has(host.slice(dot + 1))) continue;
    return isStrictHost(host.slice(0, dot), host.length) && !(index.nearMetadata && isMetadataName(host.replace(/:\d+$/, "")));
  }
  return false;
}

/** A name that some public name server could answer for. Its addresses are judged when they are known. */
export function isPublicName(host: string): boolean {
  return hasPublicTop(host) && isStrictHost(host) && !isLocalName(host) && !isMetadataName(host);
}
