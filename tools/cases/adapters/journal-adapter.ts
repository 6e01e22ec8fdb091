import { createMemoryStore, createPluginHost } from "@ambit/api-host";
import { type CallDefinition, callTable, errorRegistry, findCall, type JournalEntry, type JournalRecord, type JsonObject, type PermissionPolicy } from "@ambit/api-types";
import { createSecretMask, judge, parseCommandEntry } from "@ambit/sandbox-permissions";
import { createRoutedProxies } from "@ambit/capability-proxies/testing";
import type { CaseAdapter, CaseDecision, CaseRow } from "../case-row.ts";
import { judged, plainFacts, policyFor } from "./case-policy.ts";
import { RealCalls } from "./real-calls.ts";

/** Discard: nothing listens there. */
const CLOSED_PORT = 9;

/** Characters of the longest line that a manifest may have. */
const MOST_LINE = 512;

/** A root's folder that is gone, so that what needs it fails. */
const NO_FOLDER = "/nonexistent/ambit-case";

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
 * takes from a plugin's text, as a real journal keeps it. A call that fails on the way is made on the real proxies.
 */
export const journalAdapter: CaseAdapter = {
  kind: "journal",
  async run(row) {
    const call = row.input["call"] as JournalCall;
    const { text, decision } = await (call.error === undefined ? recordOf(row, call) : failedRecord(call));
    const missing = wordsOf(row, "must_contain").filter((word) => !text.includes(word));
    const present = wordsOf(row, "must_not_contain").filter((word) => text.includes(word));
    if (missing.length + present.length === 0) return { decision, detail: text };
    return { notRun: `the record lacks ${JSON.stringify(missing)} and holds ${JSON.stringify(present)}: ${text}` };
  },
};

/** The record of a call whose server does not take connections, with what its guest is told. */
async function failedRecord(call: JournalCall): Promise<CaseRecord> {
  const policy = policyOfCase(call);
  const services = { mountOf: () => ({ hostPath: NO_FOLDER, fenced: [] }), resolveName: async () => ["93.184.216.34"] };
  await using calls = new RealCalls(policy, plainFacts, services, (all) => createRoutedProxies(all, () => ({ address: "127.0.0.1", port: CLOSED_PORT })));
  const params = paramsOf({ ...call, error: undefined });
  const decision = judge(policy, { method: call.method, params }, definitionOf(call.method), plainFacts);
  const end = await calls.run(call.method, params);
  if (end.code === undefined) throw new Error("the call should have failed");
  const number = errorRegistry[end.code as keyof typeof errorRegistry].number;
  return { text: JSON.stringify({ method: call.method, target: decision.target, code: end.code, number, message: end.message }), decision: "error" };
}

async function recordOf(row: CaseRow, call: JournalCall): Promise<CaseRecord> {
  const mask = createSecretMask(wordsOf(row, "secrets"));
  const policy = policyOfCase(call);
  const params = paramsOf(call);
  const decision = judge(policy, { method: call.method, params }, definitionOf(call.method), { ...plainFacts, commandRoots: () => ["project"] });
  const code = decision.allowed ? undefined : { code: decision.code, number: errorRegistry[decision.code].number };
  const args = call.argv?.slice(1).map(mask);
  const entry: JournalEntry = { time: Date.now(), plugin: "case", version: "1.0.0", instance: "case", backend: "case", method: call.method, target: mask(decision.target), outcome: decision.allowed ? "ok" : "refused", ms: 0, ...(code && { code: code.code }), ...(args && { args }) };
  const { method, target, outcome, args: words } = await kept(entry);
  return { text: JSON.stringify({ method, target, outcome, ...code, args: words }), decision: judged(decision).decision };
}

/** The entry as a real journal keeps it. */
async function kept(entry: JournalEntry): Promise<JournalRecord> {
  const host = await createPluginHost({ store: createMemoryStore(), backends: [] });
  try {
    await host.journal.append(entry);
    const [record] = await host.journal.tail(1);
    if (record === undefined) throw new Error("the journal keeps no record");
    return record;
  } finally {
    await host.close();
  }
}

/** A policy that grants what the call uses, where a manifest can grant it at all. */
function policyOfCase({ root = "temp", argv = [] }: JournalCall): PermissionPolicy {
  const line = argv.map(quoted).join(" ");
  const files = (among: readonly string[]): readonly object[] => among.map((name) => ({ root: name, access: name === "project" ? "read" : "write", reason: "Case" }));
  const ofRoots = (among: readonly string[]): PermissionPolicy | { readonly refused: string } =>
    policyFor({ network: ["api.example.com"], files: files(among), secrets: ["token"], commands: line.length <= MOST_LINE && parseCommandEntry(line).ok ? [line] : [] });
  const asked = ofRoots([...new Set([root, "project"])]);
  const policy = "refused" in asked ? ofRoots(["temp", "project"]) : asked;
  if ("refused" in policy) throw new Error(`the manifest is refused: ${policy.refused}`);
  // A line too long for a manifest can be one that a line with * allows.
  return line.length <= MOST_LINE ? policy : { ...policy, commands: [{ words: argv, open: false }] };
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
  if (/^[\w./:=%\\-]+$/.test(word)) return word;
  return word.includes('"') ? `'${word}'` : `"${word}"`;
}
