import { domainToUnicode } from "node:url";

/** Longest host name, in octets, without the root dot. */
const HOST_OCTETS = 253;

/** Longest label, in octets. */
const LABEL_OCTETS = 63;

const DOT = 0x2e;
const HYPHEN = 0x2d;

/**
 * Tells whether a host, in the form the URL parser gave it and without root dot, is a plain host name: labels of letters,
 * digits, hyphens inside, and underscores, which service names have. The parser keeps `xn--` labels that decode to
 * nothing, so those are looked at as well.
 *
 * @param length Length of the whole host, where only its first labels are given.
 */
export function isStrictHost(host: string, length: number = host.length): boolean {
  if (length > HOST_OCTETS || !hasStrictLabels(host)) return false;
  return !host.includes("xn--") || host.split(".").every((label) => !label.startsWith("xn--") || domainToUnicode(label) !== label);
}

/** A loop, since it stands in the way of every call that a wildcard allows: a pattern costs four times as much. */
function hasStrictLabels(host: string): boolean {
  let start = 0;
  for (let at = 0; at <= host.length; at++) {
    const unit = at === host.length ? DOT : host.charCodeAt(at);
    if (unit === DOT) {
      if (at === start || at - start > LABEL_OCTETS || host.charCodeAt(at - 1) === HYPHEN) return false;
      start = at + 1;
    } else if (unit === HYPHEN) {
      if (at === start) return false;
    } else if (!isWordUnit(unit)) return false;
  }
  return true;
}

function isWordUnit(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39) || unit === 0x5f;
}

/** Tells whether a host as the URL parser gives it is an address: bracketed, or ending in a number (the parser makes those four numbers). */
export function isAddressLiteral(host: string): boolean {
  const last = host.charCodeAt(host.length - 1);
  return host.startsWith("[") || (last >= 0x30 && last <= 0x39 && /(?:^|\.)\d+$/.test(host));
}

/** Tells whether a host has a dot and ends in what a top-level domain can be: letters, or an encoded label. Addresses end in digits. */
export function hasPublicTop(host: string): boolean {
  return /\.(?:[a-z]{2,63}|xn--[a-z0-9-]+)$/.test(host);
}

/** The form people read: Unicode where the host has labels that encode it. */
export function unicodeHost(host: string): string {
  return host.includes("xn--") ? domainToUnicode(host) : host;
}
