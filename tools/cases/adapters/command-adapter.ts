import { type CallDefinition, callTable, findCall } from "@ambit/api-types";
import { judge } from "@ambit/sandbox-permissions";
import type { CaseAdapter, CaseOutcome, CaseRow } from "../case-row.ts";
import { judged, plainFacts, policyFor } from "./case-policy.ts";

/** What of `input` only a real process can show. */
const NEEDS_PROCESS: readonly string[] = ["setup", "which", "hostPath", "hostEnv", "gitconfig", "running", "assert_"];

/** Command cases: entries, words, variables and folder on the judge. */
export const commandAdapter: CaseAdapter = {
  kind: "command",
  run(row) {
    const outcome = decide(row);
    if (row.input["assert_"] !== undefined) return { notRun: `needs the real process proxy (assert_: ${String(row.input["assert_"])})` };
    const needed = NEEDS_PROCESS.filter((key) => Object.hasOwn(row.input, key));
    const isFinal = "decision" in outcome && outcome.decision !== "allow";
    return needed.length > 0 && !isFinal ? { notRun: `needs the real process proxy (${needed.join(", ")})` } : outcome;
  },
};

function decide(row: CaseRow): CaseOutcome {
  const { allow, argv, env, dir, platform } = row.input;
  const policy = policyFor({ commands: allow, files: [{ root: "agent", access: "read" }, { root: "project", access: "read" }, { root: "temp", access: "write" }] });
  if ("refused" in policy) return { decision: "deny", detail: `the manifest is refused: ${policy.refused}` };
  const params = { argv, ...(env !== undefined && { env }), ...(dir !== undefined && { dir }) };
  const facts = { ...plainFacts, platform: String(platform ?? "linux"), commandRoots: () => ["agent", "project", "temp"] };
  return judged(judge(policy, { method: "proc/spawn", params: params as never }, spawnDefinition(), facts));
}

/** The table's entry where it has one; the judge looks at what a call needs, and at its parameters. */
function spawnDefinition(): CallDefinition {
  return findCall("proc/spawn") ?? { ...(callTable["net/fetch"] as CallDefinition), method: "proc/spawn", needs: { kind: "commands" }, target: "program" };
}
