import type { Decision, JsonObject, PermissionPolicy } from "@ambit/api-types";
import { hostTarget, nameTarget } from "../judge/journal-target.ts";
import { denied, malformed } from "../judge/refusal.ts";
import { isAddressLiteral, isStrictHost } from "./host-name.ts";
import { networkIndex } from "./network-index.ts";
import { HTTPS_PORT } from "./network-rule-text.ts";
import { withoutRootDot } from "./typed-account.ts";

/** What splits a URL or is dropped by its parser: text with any of these is no host, and is never read as one. */
const NO_HOST = /[\0-\x20/\\?#@%]/;

/**
 * Judges a raw socket: a `tcp:` entry must name this very host and port. Accounts are web servers, so they open none, and
 * an address opens none in any spelling.
 */
export function judgeSocket(policy: PermissionPolicy, params: JsonObject): Decision {
  const { host: text, port } = params;
  if (typeof text !== "string" || typeof port !== "number") return malformed("", "The call names no host and port.");
  if (NO_HOST.test(text)) return malformed(nameTarget(text), "The host is not a host name.");
  if (text.includes(":")) return denied(nameTarget(text), ADDRESS);
  const host = canonicalHost(text);
  if (host === undefined) return malformed(nameTarget(text), "The host is not a host name.");
  const target = hostTarget(host);
  if (isAddressLiteral(host)) return denied(target, ADDRESS);
  if (!isStrictHost(host)) return denied(target, "The host is not a plain host name.");
  const key = port === HTTPS_PORT ? host : `${host}:${port}`;
  if (networkIndex(policy).sockets.has(key)) return { allowed: true, target, grant: { kind: "tcp", host, port, addresses: "public" } };
  return denied(target, `This host and port are not among those the plugin was granted: declare "tcp:${target}:${port}" in permissions.network.`);
}

const ADDRESS = "The call names an address: permissions.network declares hosts, and a raw socket reaches no address that is not a host's.";

/** The host in the one form that entries have; undefined where the URL parser takes it for none. */
function canonicalHost(text: string): string | undefined {
  const url = URL.parse(`https://${text}/`);
  return url === null ? undefined : withoutRootDot(url.hostname);
}
