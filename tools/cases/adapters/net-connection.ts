import { type JsonObject, type JudgeFacts, type PermissionPolicy } from "@ambit/api-types";
import { createRoutedProxies } from "@ambit/capability-proxies/testing";
import type { CaseOutcome, CaseRow } from "../case-row.ts";
import { readCaseManifest } from "../case-manifest.ts";
import { CaseProxy } from "../connection/case-proxy.ts";
import { caseAuthority, type CaseResponse, CaseServer, unknownField } from "../connection/case-server.ts";
import { firstMessage, policyOf } from "./case-policy.ts";
import { type NetOp, runOp } from "./net-op.ts";
import { type CallEnd, RealCalls } from "./real-calls.ts";

/** What was seen while a case's calls were made. */
interface Sightings {
  readonly lookups: number;
  readonly contacted: readonly string[];
  readonly end: CallEnd;
}

/** The sentences of `assert_` that are understood, and how each is seen to be broken. */
const sentences: Readonly<Record<string, (seen: Sightings) => boolean>> = {
  "resolver called 0 times": (seen) => seen.lookups > 0,
  "evil.com never contacted": (seen) => seen.contacted.some((host) => /(^|\.)evil\.com$/.test(host)),
  "the connected address is one of the judged ones; at most one lookup per connection": (seen) => seen.lookups > Math.max(1, seen.contacted.length),
  'journal.judged="name"': (seen) => seen.end.code !== undefined || seen.end.note !== "judged by name only",
};

/** Makes a network case's calls on the real judge and the real proxies, against a real server that stands for all its hosts. */
export async function connect(row: CaseRow, facts: JudgeFacts, params: JsonObject): Promise<CaseOutcome> {
  const { allow, limits, response = {}, assert_ } = row.input;
  const reading = readCaseManifest({ permissions: { network: allow }, ...(limits !== undefined && { limits }) });
  if (!reading.ok) return { decision: "deny", detail: `the manifest is refused: ${firstMessage(reading)}` };
  const isBroken = assert_ === undefined ? () => false : sentences[String(assert_)];
  if (isBroken === undefined) return { notRun: `the sentence "${String(assert_)}" is not understood` };
  const unknown = unknownField(response as object);
  if (unknown !== undefined) return { notRun: `the answer's field "${unknown}" is not understood` };
  await using server = await CaseServer.start(response as CaseResponse);
  const seen = await makeCalls(row, server, { facts, params, policy: policyOf(reading) });
  if (isBroken(seen)) return { notRun: `broken: ${String(assert_)} (${seen.lookups} lookups, asked for ${seen.contacted.join(", ")})` };
  return outcomeOf(seen.end, row.input["open"] !== undefined);
}

interface Terms {
  readonly facts: JudgeFacts;
  readonly params: JsonObject;
  readonly policy: PermissionPolicy;
}

async function makeCalls(row: CaseRow, server: CaseServer, { facts, params, policy }: Terms): Promise<Sightings> {
  const { op = "fetch", proxy: proxyUrl, noProxy, open = {}, requests = 1, response = {} } = row.input;
  await using proxy = await CaseProxy.start(server.port);
  let lookups = 0;
  const proxySettings = proxyUrl === undefined ? undefined : { url: proxy.url(String(proxyUrl)), exclusions: (noProxy ?? []) as readonly string[] };
  const services = { trustedCertificates: [caseAuthority], mountOf: () => undefined, resolveName: async () => answersOf(row)[lookups++] ?? [], ...(proxySettings && { proxySettings: () => proxySettings }) };
  // What goes through the proxy finds it by its own address.
  const route = (host: string): { address: string; port: number } | undefined => (proxyUrl !== undefined && host === "127.0.0.1" ? undefined : { address: "127.0.0.1", port: server.port });
  await using calls = new RealCalls(policy, facts, services, (all) => createRoutedProxies(all, route));
  for (const [held, count] of Object.entries(open as Readonly<Record<string, number>>)) {
    for (let at = 0; at < count; at++) await calls.demand(held as NetOp, params);
  }
  let end: CallEnd = { code: "NOT_MADE", message: "no request was made" };
  for (let count = 0; count < Number(requests); count++) {
    end = await runOp(calls, op as NetOp, params, response as CaseResponse);
    if (end.code !== undefined) break;
  }
  return { lookups, contacted: server.contacted, end };
}

/** What each look-up in turn answers: the case's `lookups`, or its `resolved` every time. */
function answersOf(row: CaseRow): readonly (readonly string[])[] {
  const { lookups, resolved } = row.input;
  if (lookups !== undefined) return lookups as readonly (readonly string[])[];
  return Array.from({ length: 8 }, () => (resolved as readonly string[] | undefined) ?? []);
}

/** One handle more than a plugin may hold is refused by the rules; a limit that is met on the way is an error. */
function outcomeOf(end: CallEnd, isOneMore: boolean): CaseOutcome {
  if (end.code === undefined) return { decision: "allow", detail: "answered" };
  const isDenied = end.code === "PERMISSION_DENIED" || (isOneMore && end.code === "LIMIT_EXCEEDED");
  return { decision: isDenied ? "deny" : "error", detail: `${end.code}: ${end.message}` };
}
