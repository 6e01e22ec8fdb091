import { type CallDefinition, callTable, errorRegistry, type JsonObject } from "@ambit/api-types";
import { createSecretMask, judge } from "@ambit/sandbox-permissions";
import type { CaseAdapter, CaseDecision, CaseRow } from "../case-row.ts";
import { judged, plainFacts, policyFor } from "./case-policy.ts";

interface JournalCall {
  readonly method: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly argv?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
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
  const policy = policyFor({ network: ["api.example.com"], commands: call.argv === undefined ? [] : [call.argv.map(quoted).join(" ")] });
  if ("refused" in policy) throw new Error(`the manifest is refused: ${policy.refused}`);
  const params = { ...(call.url !== undefined && { url: call.url }), ...(call.headers !== undefined && { headers: Object.entries(call.headers) }), ...(call.argv !== undefined && { argv: call.argv }) };
  const definition = call.argv === undefined ? (callTable["net/fetch"] as CallDefinition) : commands;
  // Variables are left out: journal cases give values that no variable may have, and a record has no place for them.
  const decision = judge(policy, { method: call.method, params: params as unknown as JsonObject }, definition, plainFacts);
  const code = decision.allowed ? undefined : { code: decision.code, number: errorRegistry[decision.code].number };
  const args = call.argv?.slice(1).map(mask);
  return { text: JSON.stringify({ method: call.method, target: decision.target, ...code, args }), decision: judged(decision).decision };
}

const commands: CallDefinition = { ...(callTable["net/fetch"] as CallDefinition), method: "proc/spawn", needs: { kind: "commands" }, target: "program" };

function wordsOf(row: CaseRow, key: string): readonly string[] {
  return (row.input[key] as readonly string[] | undefined) ?? [];
}

function quoted(word: string): string {
  return /^[\w./:=%\\-]+$/.test(word) ? word : `"${word}"`;
}
