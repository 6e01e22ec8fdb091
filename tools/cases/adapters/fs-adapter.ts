import { findCall, type JudgeFacts } from "@ambit/api-types";
import { judge } from "@ambit/sandbox-permissions";
import type { CaseAdapter, CaseOutcome, CaseRow } from "../case-row.ts";
import { judged, plainFacts, policyFor } from "./case-policy.ts";

/** What of `input` only a real file system can show. */
const NEEDS_FILES: readonly string[] = ["setup", "race", "assert_", "harness"];

/** File cases: grammar, rules and fences on the judge. */
export const fsAdapter: CaseAdapter = {
  kind: "fs",
  run(row) {
    const outcome = decide(row);
    if (row.input["assert_"] !== undefined) return { notRun: `needs the real file proxy (assert_: ${String(row.input["assert_"])})` };
    const needed = NEEDS_FILES.filter((key) => Object.hasOwn(row.input, key));
    const isFinal = "decision" in outcome && outcome.decision !== "allow";
    return needed.length > 0 && !isFinal ? { notRun: `needs the real file proxy (${needed.join(", ")})` } : outcome;
  },
};

function decide(row: CaseRow): CaseOutcome {
  const { op, root, path, grant, roots } = row.input;
  const files = (grant ?? roots) as readonly Readonly<Record<string, unknown>>[];
  // A sensitive root needs a reason, which no case is about.
  const policy = policyFor({ files: files.map((entry) => ({ reason: "Case", ...entry })) });
  if ("refused" in policy) return { decision: "error", detail: `the manifest is refused: ${policy.refused}` };
  const definition = findCall(`fs/${String(op)}`);
  if (definition === undefined) throw new Error(`unknown op ${String(op)}`);
  const params = { ...(root !== undefined && { root }), path, ...(op === "write" && { data: "x" }) };
  const valid = definition.params.safeParse(params);
  if (!valid.success) return { decision: "error", detail: valid.error.issues[0]?.message ?? "" };
  return judged(judge(policy, { method: definition.method, params: params as never }, definition, factsOf(row)));
}

function factsOf(row: CaseRow): JudgeFacts {
  const { platform, fenced } = row.input;
  return { ...plainFacts, platform: platform === "posix" || platform === undefined ? "linux" : String(platform), fenced: () => (fenced as readonly string[] | undefined) ?? [] };
}
