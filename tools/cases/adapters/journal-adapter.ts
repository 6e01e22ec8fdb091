import { type CallDefinition, callTable, errorRegistry, findCall, type JsonObject } from "@ambit/api-types";
import { createSecretMask, judge, parseCommandEntry } from "@ambit/sandbox-permissions";
import type { CaseAdapter, CaseDecision, CaseRow } from "../case-row.ts";
import { judged, plainFacts, policyFor } from "./case-policy.ts";

interface JournalCall {
  readonly method: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly argv?: readonly string[];
  readonly root?: string;
  readonly path?: string;
  readonly data?: string;
  readonly name?: string;
  readonly error?: string;
}

/**
 * Journal cases: what the judge gives as target and the mask makes of a command's words, which is all that a record
 * takes from a plugin's text. A record of a call that fails on the way needs the real proxies.
 */
export const journalAdapter: CaseAdapter = {
  kind: "journal",
  run(row) {
    const call = row.input["call"] as JournalCall;
    if (call.error !== undefined) return { notRun: "needs the real network proxy (error)" };
    const { text, decision } = recordOf(row, call);
    const missing = wordsOf(row, "must_contain").filter((word) => !text.includes(word));
    const present = wordsOf(row, "must_not_contain").filter((word) => text.includes(word));
    if (missing.length + present.length === 0) return { decision, detail: text };
    return { notRun: `the record lacks ${JSON.stringify(missing)} and holds ${JSON.stringify(present)}: ${text}` };
  },
};

function recordOf(row: CaseRow, call: JournalCall): { readonly text: string; readonly decision: CaseDecision } {
  const mask = createSecretMask(wordsOf(row, "secrets"));
  const line = call.argv?.map(quoted).join(" ") ?? "";
  const policy = policyFor({ network: ["api.example.com"], files: [{ root: call.root ?? "temp", access: "write" }], secrets: ["token"], commands: parseCommandEntry(line).ok ? [line] : [] });
  if ("refused" in policy) throw new Error(`the manifest is refused: ${policy.refused}`);
  const decision = judge(policy, { method: call.method, params: paramsOf(call) }, definitionOf(call.method), plainFacts);
  const code = decision.allowed ? undefined : { code: decision.code, number: errorRegistry[decision.code].number };
  const args = call.argv?.slice(1).map(mask);
  return { text: JSON.stringify({ method: call.method, target: mask(decision.target), ...code, args }), decision: judged(decision).decision };
}

/** Variables are left out: journal cases give values that no variable may have, and a record has no place for them. */
function paramsOf(call: JournalCall): JsonObject {
  const { method: _method, headers, ...rest } = call;
  return JSON.parse(JSON.stringify({ ...rest, env: undefined, ...(headers !== undefined && { headers: Object.entries(headers) }) })) as JsonObject;
}

function definitionOf(method: string): CallDefinition {
  const known = findCall(method);
  if (known !== undefined) return known;
  const fetch = callTable["net/fetch"] as CallDefinition;
  if (method === "proc/spawn") return { ...fetch, method, needs: { kind: "commands" }, target: "program" };
  if (method === "ws/open") return { ...fetch, method, needs: { kind: "network", protocol: "ws" } };
  if (method === "net/stream") return { ...fetch, method, needs: { kind: "network", protocol: "stream" } };
  throw new Error(`unknown method ${method}`);
}

function wordsOf(row: CaseRow, key: string): readonly string[] {
  return (row.input[key] as readonly string[] | undefined) ?? [];
}

function quoted(word: string): string {
  return /^[\w./:=%\\-]+$/.test(word) ? word : `"${word}"`;
}
