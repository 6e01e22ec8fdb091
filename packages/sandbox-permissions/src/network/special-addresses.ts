/**
 * IPv4 blocks that are not somebody's public host, from the IANA special-purpose registry, with the one public address
 * that a cloud uses for its metadata (168.63.129.16).
 */
export const refusedIPv4: readonly string[] = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "168.63.129.16/32",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];

/** IPv6 blocks inside 2000::/3 that are not somebody's public host: protocol, documentation, 6to4 and AS112 blocks. */
export const refusedIPv6: readonly string[] = ["2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"];

/** The only IPv6 block that public hosts have addresses in. */
export const globalIPv6 = "2000::/3";

/** The prefix by which IPv6-only networks reach IPv4 hosts. Others that carry IPv4 addresses are refused. */
export const nat64Prefix = "64:ff9b::/96";

/** Private blocks that an account may be in, since a person typed its name. */
export const accountBlocks: readonly string[] = ["10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1/128", "fc00::/7"];

/** Metadata services inside those private blocks: not even an account's name may lead to them. */
export const metadataAddresses: readonly string[] = ["100.100.100.200/32", "fd00:ec2::/32", "fd20:ce::254/128", "fd00:42::42/128"];
