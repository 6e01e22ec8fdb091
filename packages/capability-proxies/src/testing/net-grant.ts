import type { AddressRule, CallGrant } from "@ambit/api-types";

/** A grant to connect to a URL under an address rule; an account's, where none is said: a test's server is on loopback. */
export function netGrant(url: string, addresses: AddressRule = "account"): CallGrant {
  return { kind: "net", url: new URL(url), addresses, mayUseProxy: addresses !== "loopback" };
}
