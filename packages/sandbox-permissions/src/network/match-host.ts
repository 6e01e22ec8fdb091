import { isLocalName, isMetadataName } from "./local-names.ts";
import { isAddressLiteral, isStrictHost } from "./host-name.ts";
import type { NetworkIndex } from "./network-index.ts";
import { HTTPS_PORT } from "./network-rule-text.ts";

/**
 * Tells whether a declared host covers one that the URL parser gave, on a port. Hosts of rules are canonical, so an
 * equal string is an equal list of labels; subdomains are looked up at each label boundary from the left.
 */
export function matchesHost(index: NetworkIndex, host: string, port: number): boolean {
  if (index.hosts.get(host)?.has(port) === true) return true;
  if (index.subdomains.size > 0 && matchesSubdomain(index, host, port) && isPublicName(host)) return true;
  return index.any && port === HTTPS_PORT && isPublicName(host);
}

function matchesSubdomain(index: NetworkIndex, host: string, port: number): boolean {
  for (let dot = host.indexOf("."); dot !== -1; dot = host.indexOf(".", dot + 1)) {
    if (index.subdomains.get(host.slice(dot + 1))?.has(port) === true) return true;
  }
  return false;
}

/** A name that some public name server could answer for. Its addresses are judged when they are known. */
export function isPublicName(host: string): boolean {
  return host.includes(".") && !isAddressLiteral(host) && isStrictHost(host) && !isLocalName(host) && !isMetadataName(host);
}
