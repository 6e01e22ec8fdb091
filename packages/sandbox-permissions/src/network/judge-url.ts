import type { AddressRule, CallGrant, Decision, JudgeFacts, PermissionPolicy } from "@ambit/api-types";
import { hostTarget } from "../judge/journal-target.ts";
import { denied, malformed, type Refusal } from "../judge/refusal.ts";
import type { AllowedUrl } from "./allowed-before.ts";
import { isAddressLiteral, isStrictHost } from "./host-name.ts";
import { matchesHost } from "./match-host.ts";
import { type NetworkIndex, networkIndex } from "./network-index.ts";
import { effectivePort, readAccount } from "./typed-account.ts";
import type { UrlProtocol } from "./url-protocol.ts";

/** Anything below the space: the URL parser drops or encodes it without a word. */
const CONTROL = /[^ -\uffff]/;

/**
 * Judges the URL of a network call. It is parsed once: the object in the grant is the one that was judged, and the one
 * to dial. No test is made on the text itself but for control characters.
 */
export function judgeUrl(policy: PermissionPolicy, protocol: UrlProtocol, text: string, facts: JudgeFacts): Decision {
  const index = networkIndex(policy);
  const before = index.allowedBefore.find(protocol, text);
  return before === undefined ? judgeText(index, protocol, text, facts) : publicDecision(before);
}

function publicDecision({ url, target }: AllowedUrl): Decision {
  return { allowed: true, target, grant: { kind: "net", url, addresses: "public", mayUseProxy: true } };
}

function judgeText(index: NetworkIndex, protocol: UrlProtocol, text: string, facts: JudgeFacts): Decision {
  const url = URL.parse(text);
  if (url === null) return malformed("", "The URL is not a valid absolute URL.");
  // The parser never leaves a control character in what it gives, so equal text has none.
  if (url.href !== text && CONTROL.test(text)) return denied(hostTarget(url.hostname), "A URL must not hold control characters.");
  if (url.username !== "" || url.password !== "") return denied(hostTarget(url.hostname), "A URL must not hold user info: send credentials in a header.");
  const host = hostWithoutRootDot(url);
  const addresses = reach(index, protocol, url, host, facts);
  if (addresses === undefined) return explain(protocol, url);
  if (addresses !== "public") return { allowed: true, target: hostTarget(host), grant: passingGrant({ index, protocol, url, host, facts }, addresses) };
  const allowed = { url, target: hostTarget(host) };
  // An account may reach further than the declared host of its name, so then each call is judged anew.
  if (!index.account) index.allowedBefore.keep(protocol, text, allowed);
  return publicDecision(allowed);
}

/** What decides how far a call reaches. */
interface ReachParts {
  readonly index: NetworkIndex;
  readonly protocol: UrlProtocol;
  readonly url: URL;
  readonly host: string;
  readonly facts: JudgeFacts;
}

/** A policy never changes, but accounts and shared processes come and go under it: a grant by one of them can be asked again. */
function passingGrant({ index, protocol, url, host, facts }: ReachParts, addresses: AddressRule): CallGrant {
  const stillAllowed = (): boolean => reach(index, protocol, url, host, facts) === addresses;
  return { kind: "net", url, addresses, mayUseProxy: addresses !== "loopback", stillAllowed };
}

/** `example.dev.` and `example.dev` are one host: the dot is taken from the URL itself, so that it is not dialled either. */
function hostWithoutRootDot(url: URL): string {
  const host = url.hostname;
  if (host.charCodeAt(host.length - 1) !== DOT) return host;
  url.hostname = host.slice(0, -1);
  return url.hostname;
}

const DOT = 0x2e;

/** Which addresses the call may use, or undefined where no rule allows it. */
function reach(index: NetworkIndex, protocol: UrlProtocol, url: URL, host: string, facts: JudgeFacts): AddressRule | undefined {
  if (index.account) {
    const account = accountReach(protocol, url, facts);
    if (account !== undefined) return account;
  }
  if (url.protocol === (protocol === "ws" ? "wss:" : "https:")) {
    const port = url.port;
    return matchesHost(index, port === "" ? host : `${host}:${port}`) ? "public" : undefined;
  }
  return index.shared && isSharedServer(protocol, url, facts) ? "loopback" : undefined;
}

/** Scheme, host and port as a person typed them. WebSockets are encrypted always, so only https accounts have them. */
function accountReach(protocol: UrlProtocol, url: URL, facts: JudgeFacts): "account" | "literal" | undefined {
  if ((protocol === "ws") !== (url.protocol === "wss:")) return undefined;
  const scheme = url.protocol === "wss:" ? "https:" : url.protocol;
  const port = effectivePort(url);
  for (const typed of facts.accounts()) {
    const account = readAccount(typed);
    if (account === undefined || account.scheme !== scheme || account.host !== url.hostname || account.port !== port) continue;
    if (isAddressLiteral(account.host)) return "literal";
    if (isStrictHost(account.host)) return "account";
  }
  return undefined;
}

function isSharedServer(protocol: UrlProtocol, url: URL, facts: JudgeFacts): boolean {
  return protocol !== "ws" && url.protocol === "http:" && url.hostname === "127.0.0.1" && facts.sharedPorts().includes(effectivePort(url));
}

/** Says why no rule allowed a URL, and what to declare. */
function explain(protocol: UrlProtocol, url: URL): Refusal {
  const target = hostTarget(url.hostname);
  const scheme = protocol === "ws" ? "wss" : "https";
  if (url.protocol !== `${scheme}:`) return denied(target, `Only ${scheme} URLs of declared hosts may be used here.`);
  if (isAddressLiteral(url.hostname)) return denied(target, "The URL names an address: permissions.network declares hosts, and only {account} reaches an address.");
  if (!isStrictHost(url.hostname)) return denied(target, "The URL's host is not a plain host name.");
  const port = url.port === "" ? "" : `:${url.port}`;
  return denied(target, `This host and port are not among those the plugin was granted: declare "${target}${port}" in permissions.network.`);
}
