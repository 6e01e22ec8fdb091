import type { PermissionPolicy } from "@ambit/api-types";
import { createRoutedProxies } from "@ambit/capability-proxies/testing";
import type { CaseOutcome, CaseRow } from "../case-row.ts";
import { readCaseManifest } from "../case-manifest.ts";
import { answerPlan, type AnswerPlan, type CaseResponse, isTimed } from "../connection/answer-plan.ts";
import { CaseLookups } from "../connection/case-lookups.ts";
import { CaseProxy } from "../connection/case-proxy.ts";
import { caseAuthority, CaseServer, isCertified } from "../connection/case-server.ts";
import { firstMessage, policyOf } from "./case-policy.ts";
import { opOf, runOp } from "./net-op.ts";
import { factsOf, listOf, paramsOf, paramsOfHeld } from "./net-params.ts";
import { brokenSentence, type Sightings } from "./net-sentences.ts";
import { type CallEnd, RealCalls } from "./real-calls.ts";

/** Where a name leads of which a case says nothing. */
const PUBLIC = ["93.184.216.34"];

/** Seconds that a call may take where the case says nothing, and at the most. */
const DEFAULT_SECONDS = 30;
const MOST_SECONDS = 60;

/** Seconds in which a case is run that has to do with time. */
const RUN_SECONDS = 2;

/** Makes a network case's calls on the real judge and the real proxies, against a real server that stands for all its hosts. */
export async function connect(row: CaseRow): Promise<CaseOutcome> {
  const { allow, limits, response, assert_, open } = row.input;
  const plan = answerPlan((response ?? {}) as CaseResponse);
  const { fetchSeconds = DEFAULT_SECONDS } = (limits ?? {}) as { readonly fetchSeconds?: number };
  // A case that waits a minute is run in less: its server and the limit are faster by as much.
  const pace = isTimed(plan) ? Math.min(fetchSeconds, MOST_SECONDS) / RUN_SECONDS : 1;
  const inForce = isTimed(plan) ? { ...(limits as object | undefined), fetchSeconds: RUN_SECONDS } : limits;
  const reading = readCaseManifest({ permissions: { network: listOf(allow) }, ...(inForce !== undefined && { limits: inForce }) });
  if (!reading.ok) return { decision: "deny", detail: `the manifest is refused: ${firstMessage(reading)}` };
  const seen = await withVariables(row, () => makeCalls(row, plan, policyOf(reading), pace));
  const broken = brokenSentence(assert_, seen);
  if (broken !== undefined) return { notRun: broken };
  return outcomeOf(seen.end, open !== undefined);
}

async function makeCalls(row: CaseRow, plan: AnswerPlan, policy: PermissionPolicy, pace: number): Promise<Sightings> {
  const { lookups: given, resolved, proxy: proxyUrl, noProxy, requests = 1, keepAlive, url } = row.input;
  const facts = factsOf(row);
  await using server = await CaseServer.start(plan, { keepsAlive: keepAlive !== false, pace });
  await using proxy = await CaseProxy.start(server.port);
  const lookups = new CaseLookups(given, resolved ?? PUBLIC);
  const settings = {
    ...(proxyUrl !== undefined && { url: proxy.url(String(proxyUrl)), exclusions: listOf(noProxy).map(String) }),
    // What the server has no certificate for is no case about certificates.
    allowUnverifiedCertificates: !plan.isUntrusted && !isCertified(URL.parse(String(url))?.hostname ?? ""),
  };
  const services = { trustedCertificates: plan.isUntrusted ? [] : [caseAuthority], mountOf: () => undefined, resolveName: (host: string) => lookups.answer(host), sharedPorts: () => facts.sharedPorts(), proxySettings: () => settings };
  // What goes through the proxy finds it by its own address.
  const route = (host: string): { address: string; port: number } | undefined => (proxyUrl !== undefined && host === "127.0.0.1" ? undefined : { address: "127.0.0.1", port: server.port });
  await using calls = new RealCalls(policy, facts, services, (all) => createRoutedProxies(all, route));
  for (const [held, count] of heldBefore(row)) {
    for (let at = 0; at < count; at++) await calls.demand(held, paramsOfHeld(row, opOf(held)));
  }
  let end: CallEnd = { code: "NOT_MADE", message: "no request was made" };
  for (const each of requestsOf(row, requests)) {
    end = await runOp(calls, opOf(each.input["op"]), paramsOf(each), plan);
    if (end.code !== undefined) break;
  }
  return { lookups: lookups.asked.length, contacted: server.contacted, heads: server.heads, proxied: proxy.connections, end };
}

/** So many times the one request, or one after the other, each with what it has of its own: a URL, or fields of the case's input. */
function requestsOf(row: CaseRow, requests: unknown): readonly CaseRow[] {
  if (!Array.isArray(requests)) return Array.from({ length: Number(requests) }, () => row);
  return requests.map((own: unknown) => ({ ...row, input: { ...row.input, ...(typeof own === "string" ? { url: own } : (own as object)) } }));
}

/** What a case says is open already: so many of each, or so many of what it opens itself. */
function heldBefore({ input }: CaseRow): readonly (readonly [ReturnType<typeof opOf>, number])[] {
  const { open, op } = input;
  if (typeof open === "number") return [[opOf(op), open]];
  return Object.entries((open ?? {}) as Readonly<Record<string, number>>).map(([held, count]) => [opOf(held), Number(count)]);
}

/** Does something while the host's environment has a case's variables. */
async function withVariables<Result>({ input }: CaseRow, work: () => Promise<Result>): Promise<Result> {
  const variables = { ...(input["env"] as Record<string, string> | undefined), ...(input["hostEnv"] as Record<string, string> | undefined) };
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, variables);
  try {
    return await work();
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}

/** One handle more than a plugin may hold is refused by the rules; a limit that is met on the way is an error. */
function outcomeOf(end: CallEnd, isOneMore: boolean): CaseOutcome {
  if (end.code === undefined) return { decision: "allow", detail: "answered" };
  const isDenied = end.code === "PERMISSION_DENIED" || (isOneMore && end.code === "LIMIT_EXCEEDED");
  return { decision: isDenied ? "deny" : "error", detail: `${end.code}: ${end.message}` };
}
