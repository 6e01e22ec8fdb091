import { isIP } from "node:net";
import type { AddressRule } from "@ambit/api-types";
import ipaddr from "ipaddr.js";
import { accountBlocks, globalIPv6, metadataAddresses, nat64Prefix, refusedIPv4, refusedIPv6 } from "./special-addresses.ts";

// `isIP` of node:net is the one thing taken from there: it reads text and opens nothing. It goes first because ipaddr.js
// also takes spellings that no socket does.

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Block = [Address, number];

const blocks = (texts: readonly string[]): readonly Block[] => texts.map((text) => ipaddr.parseCIDR(text) as Block);
const notPublicIPv4 = blocks(refusedIPv4);
const notPublicIPv6 = blocks(refusedIPv6);
const forAccounts = blocks(accountBlocks);
const metadata = blocks(metadataAddresses);
const global = ipaddr.parseCIDR(globalIPv6) as Block;
const nat64 = ipaddr.parseCIDR(nat64Prefix) as Block;

/**
 * Tells whether a connection may use an address. What is no address in plain spelling is refused.
 *
 * @param address What a resolver gave, or what a socket is connected to; no brackets, no zone.
 * @param rule From the call's grant.
 * @param literal The host that a person typed as an address, for the rule `literal`; brackets are allowed.
 */
export function judgeAddress(address: string, rule: AddressRule, literal?: string): boolean {
  const parsed = parseAddress(address);
  if (parsed === undefined) return false;
  switch (rule) {
    case "public":
      return isPublic(parsed);
    case "account":
      return isPublic(parsed) || (isIn(parsed, forAccounts) && !isIn(parsed, metadata));
    case "literal":
      return isSame(parsed, literal);
    case "loopback":
      return parsed.toString() === "127.0.0.1";
  }
}

/** The address to be judged: where IPv6 carries an IPv4 one (mapped, NAT64), that one. */
function parseAddress(text: string): Address | undefined {
  if (isIP(text) === 0 || text.includes("%")) return undefined;
  if (isIP(text) === 4) return ipaddr.IPv4.parse(text);
  const long = ipaddr.IPv6.parse(hexadecimal(text));
  if (long.isIPv4MappedAddress()) return long.toIPv4Address();
  if (long.match(nat64 as [ipaddr.IPv6, number])) return new ipaddr.IPv4(long.toByteArray().slice(12));
  return long;
}

/** ipaddr.js reads `::8.8.8.8` as a mapped address, sockets as a compatible one: without dots there is one reading. */
function hexadecimal(text: string): string {
  return text.includes(".") ? new URL(`http://[${text}]/`).hostname.slice(1, -1) : text;
}

function isPublic(address: Address): boolean {
  if (address.range() !== "unicast") return false;
  if (address.kind() === "ipv4") return !isIn(address, notPublicIPv4);
  return isIn(address, [global]) && !isIn(address, notPublicIPv6) && !isIsatap(address as ipaddr.IPv6);
}

function isIn(address: Address, list: readonly Block[]): boolean {
  return list.some((block) => block[0].kind() === address.kind() && address.match(block as [ipaddr.IPv4, number] & [ipaddr.IPv6, number]));
}

/** An interface id of `0:5efe` or `200:5efe` carries an IPv4 address in an automatic tunnel. */
function isIsatap(address: ipaddr.IPv6): boolean {
  return address.parts[5] === 0x5efe && (address.parts[4] === 0 || address.parts[4] === 0x200);
}

function isSame(address: Address, literal: string | undefined): boolean {
  const typed = literal === undefined ? undefined : parseAddress(literal.replace(/^\[(.*)\]$/, "$1"));
  return typed !== undefined && typed.kind() === address.kind() && typed.toString() === address.toString();
}
