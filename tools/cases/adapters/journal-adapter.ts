import { type CallDefinition, callTable, errorRegistry, findCall, type JsonObject } from "@ambit/api-types";
import { createSecretMask, judge, parseCommandEntry } from "@ambit/sandbox-permissions";
import { createRoutedProxies } from "@ambit/capability-proxies/testing";
import type { CaseAdapter, CaseDecision, CaseRow } from "../case-row.ts";
import { judged, plainFacts, policyFor } from "./case-policy.ts";
import { RealCalls } from "./real-calls.ts";

/** Discard: nothing listens there. */
const CLOSED_PORT = 9;

interface JournalCall {
  readonly method: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly argv?: readonly string[];
  readonly root?: string;
  readonly path?: string;
  readonly data?: string;
  readonly name?: string;
  readonly error?: string | undefined;
}

/** What a record of a call holds, as text, and how the call ended. */
interface CaseRecord {
  readonly text: string;
  readonly decision: CaseDecision;
}

/**
 * Journal cases: what the judge gives as target and the mask makes of a command's words, which is all that a record
 * takes from a plugin's text. A call that fails on the way is made on the real proxies.
 */
export const journalAdapter: CaseAdapter = {
  kind: "journal",
  async run(row) {
    const call = row.input["call"] as JournalCall;
    const { text, decision } = call.error === undefined ? recordOf(row, call) : await failedRecord(call);
    const missing = wordsOf(row, "must_contain").filter((word) => !text.includes(word));
    const present = wordsOf(row, "must_not_contain").filter((word) => text.includes(word));
    if (missing.length + present.length === 0) return { decision, detail: text };
    return { notRun: `the record lacks ${JSON.stringify(missing)} and holds ${JSON.stringify(present)}: ${text}` };
  },
};

/** The record of a call whose server does not take connections, with what its guest is told. */
async function failedRecord(call: JournalCall): Promise<CaseRecord> {
  const policy = policyFor({ network: ["api.example.com"] });
  if ("refused" in policy) throw new Error(`the manifest is refused: ${policy.refused}`);
  const services = { mountOf: () => undefined, resolveName: async () => ["93.184.216.34"] };
  await using calls = new RealCalls(policy, plainFacts, services, (all) => createRoutedProxies(all, () => ({ address: "127.0.0.1", port: CLOSED_PORT })));
  const params = paramsOf({ ...call, error: undefined });
  const decision = judge(policy, { method: call.method, params }, definitionOf(call.method), plainFacts);
  const end = await calls.run(call.method, params);
  if (end.code === undefined) throw new Error("the call should have failed");
  const number = errorRegistry[end.code as keyof typeof errorRegistry].number;
  return { text: JSON.stringify({ method: call.method, target: decision.target, code: end.code, number, message: end.message }), decision: "error" };
}

function recordOf(row: CaseRow, call: JournalCall): CaseRecord {
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
