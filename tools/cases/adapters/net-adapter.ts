import { type CallDefinition, findCall } from "@ambit/api-types";
import { judge, judgeAddress } from "@ambit/sandbox-permissions";
import type { CaseAdapter, CaseOutcome, CaseRow } from "../case-row.ts";
import { judged, policyFor } from "./case-policy.ts";
import { connect } from "./net-connection.ts";
import { openers, opOf } from "./net-op.ts";
import { factsOf, listOf, paramsOf } from "./net-params.ts";

/** What of `input` only a real connection can show. */
const NEEDS_CONNECTION: readonly string[] = ["response", "lookups", "requests", "open", "proxy", "assert_", "limits", "env", "hostEnv", "keepAlive"];

/** Network cases: the URL, the head and the resolved addresses on the judge; what only a connection can show, on the real proxies. */
export const netAdapter: CaseAdapter = {
  kind: "net",
  async run(row) {
    return NEEDS_CONNECTION.some((key) => Object.hasOwn(row.input, key)) ? connect(row) : decide(row);
  },
};

function decide(row: CaseRow): CaseOutcome {
  const { allow, resolved, op } = row.input;
  const policy = policyFor({ network: listOf(allow) });
  if ("refused" in policy) return { decision: "deny", detail: `the manifest is refused: ${policy.refused}` };
  const params = paramsOf(row);
  const definition = findCall(openers[opOf(op)]) as CallDefinition;
  const valid = definition.params.safeParse(params);
  if (!valid.success) return { decision: "error", detail: valid.error.issues[0]?.message ?? "" };
  const decision = judge(policy, { method: definition.method, params }, definition, factsOf(row));
  if (!decision.allowed || (decision.grant.kind !== "net" && decision.grant.kind !== "tcp")) return judged(decision);
  const { addresses } = decision.grant;
  const host = decision.grant.kind === "net" ? decision.grant.url.hostname : decision.grant.host;
  const found = typeof resolved === "string" ? [resolved] : (resolved as readonly string[] | null | undefined);
  if (found?.length === 0) return { decision: "error", detail: "the name has no address" };
  const refused = found?.find((address) => !judgeAddress(address, addresses, host));
  return refused === undefined ? judged(decision) : { decision: "deny", detail: `the address ${refused} is refused` };
}
