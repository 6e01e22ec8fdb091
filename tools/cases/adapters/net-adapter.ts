import { type CallDefinition, findCall, type JsonObject, type JudgeFacts } from "@ambit/api-types";
import { judge, judgeAddress } from "@ambit/sandbox-permissions";
import type { CaseAdapter, CaseOutcome, CaseRow } from "../case-row.ts";
import { connect } from "./net-connection.ts";
import { type NetOp, openers } from "./net-op.ts";
import { judged, plainFacts, policyFor } from "./case-policy.ts";

/** What of `input` only a real connection can show. */
const NEEDS_CONNECTION: readonly string[] = ["response", "lookups", "requests", "open", "proxy", "assert_", "limits"];

/** Network cases: the URL, the head and the resolved addresses on the judge; what only a connection can show, on the real proxies. */
export const netAdapter: CaseAdapter = {
  kind: "net",
  async run(row) {
    if (NEEDS_CONNECTION.some((key) => Object.hasOwn(row.input, key))) return connect(row, factsOf(row), paramsOf(row));
    return decide(row);
  },
};

function paramsOf({ input }: CaseRow): JsonObject {
  const { url, method, headers } = input;
  return { url, ...(method !== undefined && { method }), ...(headers !== undefined && { headers: Object.entries(headers as Record<string, string>) }) } as JsonObject;
}

function decide(row: CaseRow): CaseOutcome {
  const { allow, resolved } = row.input;
  const policy = policyFor({ network: allow });
  if ("refused" in policy) return { decision: "deny", detail: `the manifest is refused: ${policy.refused}` };
  const params = paramsOf(row);
  const definition = definitionOf(row.input["op"]);
  const valid = definition.params.safeParse(params);
  if (!valid.success) return { decision: "error", detail: valid.error.issues[0]?.message ?? "" };
  const decision = judge(policy, { method: definition.method, params }, definition, factsOf(row));
  if (!decision.allowed || decision.grant.kind !== "net") return judged(decision);
  const { addresses, url: target } = decision.grant;
  const found = resolved as readonly string[] | undefined;
  if (found?.length === 0) return { decision: "error", detail: "the name has no address" };
  const refused = found?.find((address) => !judgeAddress(address, addresses, target.hostname));
  return refused === undefined ? judged(decision) : { decision: "deny", detail: `the address ${refused} is refused` };
}

function definitionOf(op: unknown): CallDefinition {
  const definition = findCall(openers[(op ?? "fetch") as NetOp] ?? "");
  if (definition === undefined) throw new Error(`unknown op ${String(op)}`);
  return definition;
}

function factsOf(row: CaseRow): JudgeFacts {
  const { accounts, shared } = row.input;
  return { ...plainFacts, accounts: () => (accounts as readonly string[] | undefined) ?? [], sharedPorts: () => (shared as readonly number[] | undefined) ?? [] };
}
