import type { Decision, HeaderPair, JsonObject, JudgeFacts, PermissionPolicy } from "@ambit/api-types";
import { malformed } from "../judge/refusal.ts";
import { judgeUrl } from "./judge-url.ts";
import { judgeSocket } from "./judge-socket.ts";
import { judgeRequestHead } from "./request-head.ts";
import type { UrlProtocol } from "./url-protocol.ts";

/** Judges a call that connects: a raw socket by its host and port; a call that names a URL by that, then by method and headers. */
export function judgeNetwork(policy: PermissionPolicy, protocol: UrlProtocol | "tcp", params: JsonObject, facts: JudgeFacts): Decision {
  if (protocol === "tcp") return judgeSocket(policy, params);
  const { url, method, headers } = params;
  if (typeof url !== "string") return malformed("", "The call names no URL.");
  const decision = judgeUrl(policy, protocol, url, facts);
  if (!decision.allowed) return decision;
  if (method !== undefined && typeof method !== "string") return malformed(decision.target, "The method is no text.");
  if (headers !== undefined && !areHeaders(headers)) return malformed(decision.target, "The headers are no list of pairs.");
  return judgeRequestHead(decision.target, method, headers) ?? decision;
}

function areHeaders(value: unknown): value is readonly HeaderPair[] {
  return Array.isArray(value) && value.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === "string"));
}
