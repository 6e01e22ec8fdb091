import type { JsonObject, JudgeFacts } from "@ambit/api-types";
import { createRoutedProxies } from "@ambit/capability-proxies/testing";
import type { CaseOutcome, CaseRow } from "../case-row.ts";
import { readCaseManifest } from "../case-manifest.ts";
import { caseAuthority, type CaseResponse, CaseServer } from "../connection/case-server.ts";
import { firstMessage, policyOf } from "./case-policy.ts";
import { RealCalls } from "./real-calls.ts";

/** What was seen while a case's calls were made. */
interface Sightings {
  readonly lookups: number;
  readonly contacted: readonly string[];
  readonly requests: number;
}

/** The sentences of `assert_` that are understood, and how each is seen to be broken. */
const sentences: Readonly<Record<string, (seen: Sightings) => boolean>> = {
  "resolver called 0 times": (seen) => seen.lookups > 0,
  "evil.com never contacted": (seen) => seen.contacted.some((host) => /(^|\.)evil\.com$/.test(host)),
  "the connected address is one of the judged ones; at most one lookup per connection": (seen) => seen.lookups > Math.max(1, seen.contacted.length),
};

/** Makes a network case's calls on the real judge and the real proxies, against a real server that stands for all its hosts. */
export async function connect(row: CaseRow, facts: JudgeFacts, params: JsonObject): Promise<CaseOutcome> {
  const { allow, limits, response, requests, assert_ } = row.input;
  const reading = readCaseManifest({ permissions: { network: allow }, ...(limits !== undefined && { limits }) });
  if (!reading.ok) return { decision: "deny", detail: `the manifest is refused: ${firstMessage(reading)}` };
  const isBroken = assert_ === undefined ? () => false : sentences[String(assert_)];
  if (isBroken === undefined) return { notRun: `the sentence "${String(assert_)}" is not understood` };
  await using server = await CaseServer.start((response as CaseResponse | undefined) ?? {});
  let lookups = 0;
  const services = { trustedCertificates: [caseAuthority], mountOf: () => undefined, resolveName: async () => answersOf(row)[lookups++] ?? [] };
  const route = () => ({ address: "127.0.0.1", port: server.port });
  await using calls = new RealCalls(policyOf(reading), facts, services, (all) => createRoutedProxies(all, route));
  let outcome: CaseOutcome = { notRun: "no request was made" };
  for (let count = 0; count < Number(requests ?? 1); count++) {
    const end = await calls.run("net/fetch", params);
    outcome = { decision: decisionOf(end.code), detail: end.code === undefined ? "answered" : `${end.code}: ${end.message}` };
    if (end.code !== undefined) break;
  }
  if (isBroken({ lookups, contacted: server.contacted, requests: Number(requests ?? 1) })) return { notRun: `broken: ${String(assert_)} (${lookups} lookups, asked for ${server.contacted.join(", ")})` };
  return outcome;
}

/** What each look-up in turn answers: the case's `lookups`, or its `resolved` every time. */
function answersOf(row: CaseRow): readonly (readonly string[])[] {
  const { lookups, resolved } = row.input;
  if (lookups !== undefined) return lookups as readonly (readonly string[])[];
  return Array.from({ length: 8 }, () => (resolved as readonly string[] | undefined) ?? []);
}

function decisionOf(code: string | undefined): "allow" | "deny" | "error" {
  if (code === undefined) return "allow";
  return code === "PERMISSION_DENIED" ? "deny" : "error";
}
