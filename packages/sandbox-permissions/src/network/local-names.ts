/** Last labels that no public name server answers for: they name machines of the local network, or this one. */
const LOCAL_SUFFIXES: readonly string[] = [
  "localhost",
  "localdomain",
  "local",
  "internal",
  "intranet",
  "private",
  "corp",
  "home",
  "lan",
  "home.arpa",
  "svc",
  "cluster.local",
];

/** Names under public suffixes by which clouds serve a machine's own credentials. */
const METADATA_NAMES: readonly string[] = ["metadata.goog", "metadata.google.com", "metadata.packet.net", "metadata.platformequinix.com", "metadata.tencentyun.com"];

/** Tells whether a host is, or is below, a name that only a local network can mean. */
export function isLocalName(host: string): boolean {
  return LOCAL_SUFFIXES.some((suffix) => isBelowOrSame(host, suffix));
}

/** Tells whether a host is, or is below, the name of a cloud's metadata service. */
export function isMetadataName(host: string): boolean {
  return METADATA_NAMES.some((name) => isBelowOrSame(host, name));
}

function isBelowOrSame(host: string, suffix: string): boolean {
  return host === suffix || host.endsWith(`.${suffix}`);
}
