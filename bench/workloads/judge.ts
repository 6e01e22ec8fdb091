import { type JudgeFacts, type PermissionPolicy, defaultCeilings, findCall } from "@ambit/api-types";
import { compilePolicy, judge } from "@ambit/sandbox-permissions";
import { sideBySide } from "../measure/side-by-side.ts";
import { figure } from "../measure/statistics.ts";
import { type Workload, target } from "../measure/workload.ts";

const ROUNDS = 60;
const TIMES = 5000;
const params = { url: "https://h0.example.dev/v1/items?limit=20" };
const facts: JudgeFacts = { accounts: () => [], sharedPorts: () => [], platform: "linux", fenced: () => [], harnessRoots: () => ({}) };

/** The judgement of a network call against the parsing of its URL, with few and with many entries in the policy. */
export const workload: Workload = {
  summary: "judging a net/fetch",
  async run(progress) {
    progress(`${ROUNDS} rounds of ${TIMES} judgements each`);
    const [few, many] = [policyOf(1), policyOf(1000)];
    const contenders = { parse: batch(() => new URL(params.url)), few: batch(() => judged(few)), many: batch(() => judged(many)) };
    await sideBySide(contenders, 20);
    const run = await sideBySide(contenders, ROUNDS);
    return {
      figures: [figure("new URL() of the same text", "us", run.samples.parse), figure("judge, 1 entry", "us", run.samples.few), figure("judge, 1000 entries", "us", run.samples.many)],
      targets: [target("judge, 1 entry / new URL()", run.ratio("few", "parse"), 1), target("judge, 1000 entries / new URL()", run.ratio("many", "parse"), 1)],
    };
  },
};

function policyOf(entries: number): PermissionPolicy {
  const network = Array.from({ length: entries }, (_, at) => ({ name: `h${at}.example.dev` }));
  return compilePolicy({ manifest: { id: "bench", version: "1.0.0", permissions: { network }, limits: {} }, removed: [], host: { roots: {}, ceilings: defaultCeilings } });
}

function judged(policy: PermissionPolicy): unknown {
  const definition = findCall("net/fetch");
  if (definition === undefined) throw new Error("There is no net/fetch.");
  const decision = judge(policy, { method: "net/fetch", params }, definition, facts);
  if (!decision.allowed) throw new Error("The judge refuses what the bench declares.");
  return decision;
}

/** What it gives is kept until the next one, so that nothing is left out as unused. */
let kept: unknown;

/** A batch is one sample: one judgement is shorter than the clock is fine. */
function batch(act: () => unknown): () => Promise<readonly number[]> {
  return async () => {
    const start = performance.now();
    for (let at = 0; at < TIMES; at++) kept = act();
    if (kept === undefined) throw new Error("Nothing was measured.");
    return [((performance.now() - start) * 1000) / TIMES];
  };
}
