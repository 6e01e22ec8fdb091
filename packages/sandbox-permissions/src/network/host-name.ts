import { domainToUnicode } from "node:url";

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** Longest host name, in octets, without the root dot. */
const HOST_OCTETS = 253;

/**
 * Tells whether one label is a letter-digit-hyphen label (underscore included: service names have it).
 * The URL parser keeps `xn--` labels that decode to nothing, so those are looked at as well.
 */
export function isStrictLabel(label: string): boolean {
  return LABEL.test(label) && !(label.startsWith("xn--") && domainToUnicode(label) === label);
}

/** Tells whether a host, in the form the URL parser gave it and without root dot, is made of strict labels alone. */
export function isStrictHost(host: string): boolean {
  return host.length <= HOST_OCTETS && host.split(".").every(isStrictLabel);
}

/** Tells whether a host as the URL parser gives it is an address: bracketed, or ending in a number (the parser makes those four numbers). */
export function isAddressLiteral(host: string): boolean {
  return host.startsWith("[") || /(?:^|\.)\d+\.?$/.test(host);
}

/** The form people read: Unicode where the host has labels that encode it. */
export function unicodeHost(host: string): string {
  return host.includes("xn--") ? domainToUnicode(host) : host;
}
