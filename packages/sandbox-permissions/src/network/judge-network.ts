import type { Decision, HeaderPair, JsonObject, JudgeFacts, PermissionPolicy } from "@ambit/api-types";
import { malformed } from "../judge/refusal.ts";
import { judgeUrl, type UrlProtocol } from "./judge-url.ts";
import { judgeRequestHead } from "./request-head.ts";

/** Judges a call that names a URL: the URL first, then method and headers. */
export function judgeNetwork(policy: PermissionPolicy, protocol: UrlProtocol, params: JsonObject, facts: JudgeFacts): Decision {
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
