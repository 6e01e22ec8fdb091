import type { JsonObject, JudgeFacts } from "@ambit/api-types";
import type { CaseAdapter, CaseOutcome, CaseRow } from "../case-row.ts";
import { plainFacts, policyFor } from "./case-policy.ts";
import { CaseTree, type TreeItem } from "./case-tree.ts";
import { brokenFileSentence } from "./fs-sentences.ts";
import { type CallEnd, RealCalls } from "./real-calls.ts";

/** Roots that only a plugin has to which an agent is attached. */
const HARNESS_ROOTS: readonly string[] = ["agent", "agentRepo", "agentHome"];

/** Systems by the words that cases have for them. */
const PLATFORMS: Readonly<Record<string, string>> = { windows: "win32", macos: "darwin", mac: "darwin", posix: process.platform, unix: process.platform };

/** File cases, on the real judge, as on the case's system, and the real proxies in a real folder, which is this system's. */
export const fsAdapter: CaseAdapter = {
  kind: "fs",
  async run(row) {
    const { roots, grant, setup, limits } = row.input;
    // A sensitive root needs a reason, which no case is about.
    const files = ((grant ?? roots ?? []) as readonly (JsonObject | string)[]).map((entry) => (typeof entry === "string" ? entry : { reason: "Case", ...entry }));
    const policy = policyFor({ files }, limits);
    if ("refused" in policy) return { decision: "error", detail: `the manifest is refused: ${policy.refused}` };
    using tree = new CaseTree((setup as readonly TreeItem[] | undefined) ?? [], policy.files.map((rule) => rule.root));
    const facts = factsOf(row, tree);
    await using calls = new RealCalls(policy, facts, { mountOf: (_instance, root) => ({ hostPath: tree.path(root), fenced: facts.fenced(root) }) });
    return await runOn(row, tree, calls);
  },
};

async function runOn(row: CaseRow, tree: CaseTree, calls: RealCalls): Promise<CaseOutcome> {
  const { path, race, assert_ } = row.input;
  const params = paramsOf(row, tree, path);
  if (race !== undefined) {
    await raceStep(row, String((race as { readonly after?: unknown }).after ?? "stat"), params, calls);
    tree.change(race as Readonly<Record<string, unknown>>);
  }
  const texts = new Map(assert_ === undefined ? [] : String(assert_).split(/\s+/).map((word) => [word, tree.exists(word) ? textOf(tree, word) : undefined]));
  const end = await calls.run(methodOf(row), params);
  const broken = await brokenFileSentence(assert_, { tree, end, before: (name) => texts.get(name), callOn: (other) => calls.run(methodOf(row), paramsOf(row, tree, other)) });
  return broken === undefined ? outcomeOf(row, end) : { notRun: broken };
}

/** What is done before a race's change: the call itself once, the first opening of its root, or a look at its path. */
async function raceStep(row: CaseRow, after: string, params: JsonObject, calls: RealCalls): Promise<void> {
  if (/first|read|write|list/.test(after)) await calls.run(methodOf(row), params);
  else if (/grant|root|start/.test(after)) await calls.run("fs/stat", { ...params, path: "" });
  else if (/stat|check|judge|realpath|canon|open|lookup|resolve/.test(after)) await calls.run("fs/stat", params);
  else throw new Error(`nothing is changed after "${after}"`);
}

function textOf(tree: CaseTree, name: string): string | undefined {
  try {
    return tree.read(name);
  } catch {
    return undefined;
  }
}

function methodOf(row: CaseRow): string {
  return `fs/${String(row.input["op"] ?? "read").replace(/^fs\//, "")}`;
}

function paramsOf(row: CaseRow, tree: CaseTree, path: unknown): JsonObject {
  const { root, data = "x" } = row.input;
  const named = typeof path === "string" ? tree.text(path) : path;
  return { ...(root !== undefined && root !== null && { root: String(root) }), path: named as string, ...(methodOf(row) === "fs/write" && { data: String(data) }) };
}

/** Too large a file is refused by the rules of files. A case without `setup` asks about the path, not about what is there. */
function outcomeOf(row: CaseRow, end: CallEnd): CaseOutcome {
  if (end.code === undefined) return { decision: "allow", detail: "done" };
  if (end.code === "FILE_NOT_FOUND" && row.input["setup"] === undefined) return { decision: "allow", detail: "nothing is there" };
  const decision = end.code === "PERMISSION_DENIED" || end.code === "LIMIT_EXCEEDED" ? "deny" : "error";
  return { decision, detail: `${end.code}: ${end.message}` };
}

function factsOf(row: CaseRow, tree: CaseTree): JudgeFacts {
  const { platform, fenced, harness } = row.input;
  const names = [fenced ?? []].flat().map(String);
  return {
    ...plainFacts,
    platform: platform === undefined || platform === null ? process.platform : (PLATFORMS[String(platform).toLowerCase()] ?? String(platform)),
    fenced: () => names,
    hasRoot: (root) => harness !== false || !HARNESS_ROOTS.includes(root),
    harnessRoots: () => (harness === true ? Object.fromEntries(HARNESS_ROOTS.map((root) => [root, tree.path(root)])) : {}),
  };
}
