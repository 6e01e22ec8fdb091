/** Last labels that no public name server answers for: they name machines of the local network, this one, or another network (RFC 7686). */
const LOCAL_LABELS: ReadonlySet<string> = new Set(["localhost", "localdomain", "local", "internal", "intranet", "private", "corp", "home", "lan", "svc", "onion"]);

/** The one local suffix of two labels (RFC 8375). */
const HOME_NETWORK = "home.arpa";

/** Names under public suffixes by which clouds serve a machine's own credentials. */
export const metadataNames: readonly string[] = ["metadata.goog", "metadata.google.com", "metadata.packet.net", "metadata.platformequinix.com", "metadata.tencentyun.com"];

/** Tells whether a host is, or is below, a name that only a local network can mean. */
export function isLocalName(host: string): boolean {
  return LOCAL_LABELS.has(host.slice(host.lastIndexOf(".") + 1)) || isBelowOrSame(host, HOME_NETWORK);
}

/** Tells whether a host is, or is below, the name of a cloud's metadata service. */
export function isMetadataName(host: string): boolean {
  return metadataNames.some((name) => isBelowOrSame(host, name));
}

function isBelowOrSame(host: string, suffix: string): boolean {
  if (!host.endsWith(suffix)) return false;
  return host.length === suffix.length || host[host.length - suffix.length - 1] === ".";
}
