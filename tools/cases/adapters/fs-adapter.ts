import type { JsonObject, JudgeFacts } from "@ambit/api-types";
import type { CaseAdapter, CaseOutcome, CaseRow } from "../case-row.ts";
import { plainFacts, policyFor } from "./case-policy.ts";
import { CaseTree, type TreeItem, type TreeRace } from "./case-tree.ts";
import { type CallEnd, RealCalls } from "./real-calls.ts";

/** Steps after which a race changes something: a look at the file, or the first of two equal calls. */
const RACE_AFTER: readonly string[] = ["stat", "first-read"];

/** Roots that only a plugin has to which an agent is attached. */
const HARNESS_ROOTS: readonly string[] = ["agent", "agentRepo", "agentHome"];

/**
 * File cases, on the real judge and the real proxies in a real folder. What stands on disk is this system's: a case for
 * another one is decided by the judge, and not run where it needs a disk of that kind.
 */
export const fsAdapter: CaseAdapter = {
  kind: "fs",
  async run(row) {
    const { roots, grant, platform, setup, limits } = row.input;
    if (!isThisSystem(platform) && setup !== undefined) return { notRun: `needs a disk of ${String(platform)}` };
    // A sensitive root needs a reason, which no case is about.
    const files = ((grant ?? roots) as readonly JsonObject[]).map((entry) => ({ reason: "Case", ...entry }));
    const policy = policyFor({ files }, limits);
    if ("refused" in policy) return { decision: "error", detail: `the manifest is refused: ${policy.refused}` };
    const tree = new CaseTree((setup as readonly TreeItem[] | undefined) ?? [], policy.files.map((rule) => rule.root));
    using _ = tree;
    await using calls = new RealCalls(policy, factsOf(row), { mountOf: (_instance, root) => ({ hostPath: tree.path(root), fenced: factsOf(row).fenced(root) }) });
    return await runOn(row, tree, calls);
  },
};

async function runOn(row: CaseRow, tree: CaseTree, calls: RealCalls): Promise<CaseOutcome> {
  const race = row.input["race"] as TreeRace | undefined;
  if (race !== undefined) {
    if (!RACE_AFTER.includes(race.after)) throw new Error(`nothing is changed after "${race.after}"`);
    await calls.run(race.after === "stat" ? "fs/stat" : methodOf(row), paramsOf(row, row.input["path"]));
    tree.change(race);
  }
  const end = await calls.run(methodOf(row), paramsOf(row, row.input["path"]));
  const broken = await brokenSentence(row, tree, calls, end);
  return broken === undefined ? outcomeOf(row, end) : { notRun: broken };
}

function methodOf(row: CaseRow): string {
  return `fs/${String(row.input["op"])}`;
}

function paramsOf(row: CaseRow, path: unknown): JsonObject {
  const { root, op } = row.input;
  return { ...(root !== undefined && { root: String(root) }), path: path as string, ...(op === "write" && { data: "x" }) };
}

/** What a case's `assert_` says and what is not so; also for a sentence that is not known. */
async function brokenSentence(row: CaseRow, tree: CaseTree, calls: RealCalls, end: CallEnd): Promise<string | undefined> {
  const sentence = row.input["assert_"];
  if (sentence === undefined) return undefined;
  const [, absent] = /^(\S+) does not exist(?: after the call)?$/.exec(String(sentence)) ?? [];
  if (absent !== undefined) return tree.exists(absent) ? `not so: ${String(sentence)}` : undefined;
  const [, other] = /^error equals the one for (\S+)$/.exec(String(sentence)) ?? [];
  if (other === undefined) return `no check for "${String(sentence)}"`;
  const second = await calls.run(methodOf(row), paramsOf(row, other));
  return JSON.stringify(second) === JSON.stringify(end) ? undefined : `not so: ${String(sentence)}`;
}

/** Too large a file is refused by the rules of files. A case without `setup` asks about the path, not about what is there. */
function outcomeOf(row: CaseRow, end: CallEnd): CaseOutcome {
  if (end.code === undefined) return { decision: "allow", detail: "done" };
  if (end.code === "FILE_NOT_FOUND" && row.input["setup"] === undefined) return { decision: "allow", detail: "nothing is there" };
  const decision = end.code === "PERMISSION_DENIED" || end.code === "LIMIT_EXCEEDED" ? "deny" : "error";
  return { decision, detail: `${end.code}: ${end.message}` };
}

function factsOf(row: CaseRow): JudgeFacts {
  const { platform, fenced, harness } = row.input;
  return {
    ...plainFacts,
    platform: isThisSystem(platform) ? process.platform : String(platform),
    fenced: () => (fenced as readonly string[] | undefined) ?? [],
    hasRoot: (root) => harness !== false || !HARNESS_ROOTS.includes(root),
  };
}

function isThisSystem(platform: unknown): boolean {
  return platform === undefined || platform === "posix" || platform === process.platform;
}
