import { type JsonObject, type JudgeFacts, procSpawn } from "@ambit/api-types";
import { judge } from "@ambit/sandbox-permissions";
import type { CaseAdapter } from "../case-row.ts";
import { judged, plainFacts, policyFor } from "./case-policy.ts";
import { runProcess } from "./command-process.ts";

/** The roots of the cases' host: an agent writes its own, the project can only be read. */
const files = [{ root: "agent", access: "write" }, { root: "project", access: "read" }, { root: "temp", access: "write" }];

/** Command cases: entries, words, variables and folder on the judge; what it allows, on the real runner. */
export const commandAdapter: CaseAdapter = {
  kind: "command",
  async run(row) {
    const { allow, argv, env, dir, platform } = row.input;
    const policy = policyFor({ commands: allow ?? [], files });
    if ("refused" in policy) return { decision: "deny", detail: `the manifest is refused: ${policy.refused}` };
    const params = { argv, ...(env !== undefined && { env }), ...(dir !== undefined && { dir }) } as JsonObject;
    const facts: JudgeFacts = { ...plainFacts, platform: String(platform ?? "linux"), commandRoots: () => ["agent", "project", "temp"] };
    const decision = judge(policy, { method: "proc/spawn", params }, procSpawn, facts);
    return decision.allowed ? runProcess(row, policy, facts, params) : judged(decision);
  },
};
