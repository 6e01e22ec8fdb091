import { isIP } from "node:net";
import type { AddressRule } from "@ambit/api-types";
import type { ProxyServer, ProxyTerms } from "../http-proxy/proxy-settings.ts";
import type { NetGrant } from "./net-grant.ts";

/** How a connection is made: under which address rule, by which way, and whether certificates must hold. */
export type Way =
  | { readonly kind: "direct"; readonly rule: AddressRule; readonly verifiesCertificates: boolean }
  /** Through a tunnel that the proxy opens; what is sent in it is encrypted. */
  | { readonly kind: "tunnel"; readonly rule: AddressRule; readonly verifiesCertificates: boolean; readonly proxy: ProxyServer }
  /** By the proxy itself, which is asked for an unencrypted URL. */
  | { readonly kind: "forward"; readonly rule: AddressRule; readonly verifiesCertificates: boolean; readonly proxy: ProxyServer };

/** The way of a call under the terms of the moment. */
export function chooseWay(grant: NetGrant, terms: ProxyTerms): Way {
  const { url, addresses: rule, mayUseProxy } = grant;
  const { server, verifiesCertificates } = terms;
  const isEncrypted = url.protocol === "https:" || url.protocol === "wss:";
  const port = Number(url.port) || (isEncrypted ? 443 : 80);
  if (server === undefined || !mayUseProxy || isOwnMachine(url.hostname) || terms.isExcluded(url.hostname, port)) return { kind: "direct", rule, verifiesCertificates };
  return { kind: isEncrypted ? "tunnel" : "forward", rule, verifiesCertificates, proxy: server };
}

/** Distinguishes ways under the same terms. */
export function wayKey({ kind, rule, verifiesCertificates }: Way): string {
  return `${kind} ${rule} ${verifiesCertificates ? "verified" : "unverified"}`;
}

/** What a person typed for a server on this machine would, at the proxy, be a server on the proxy's. */
function isOwnMachine(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || (isIP(host) === 4 && host.startsWith("127.")) || host === "[::1]";
}
