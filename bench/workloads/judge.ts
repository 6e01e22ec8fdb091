import { type JudgeFacts, type PermissionPolicy, defaultCeilings, findCall } from "@ambit/api-types";
import { compilePolicy, judge } from "@ambit/sandbox-permissions";
import { sideBySide } from "../measure/side-by-side.ts";
import { figure } from "../measure/statistics.ts";
import { type Workload, target } from "../measure/workload.ts";

const ROUNDS = 60;
const TIMES = 5000;
const HOSTS = 8;
const facts: JudgeFacts = { accounts: () => [], sharedPorts: () => [], platform: "linux", fenced: () => [], harnessRoots: () => ({}) };

/**
 * The judgement of a network call against the parsing of its URL, with few and with many entries in the policy: of URLs that a
 * plugin asks for again and again, and of URLs that it never asked for before. Each text is a string of its own, as what
 * comes out of a message is.
 */
export const workload: Workload = {
  summary: "judging a net/fetch",
  async run(progress) {
    progress(`${ROUNDS} rounds of ${TIMES} judgements each`);
    const [few, many] = [policyOf(HOSTS), policyOf(1000)];
    const contenders = {
      parse: batch(sameTexts, (url) => new URL(url)),
      few: batch(sameTexts, (url) => judged(few, url)),
      many: batch(sameTexts, (url) => judged(many, url)),
      parseNew: batch(newTexts, (url) => new URL(url)),
      fewNew: batch(newTexts, (url) => judged(few, url)),
      manyNew: batch(newTexts, (url) => judged(many, url)),
    };
    await sideBySide(contenders, 20);
    const run = await sideBySide(contenders, ROUNDS);
    return {
      figures: [
        figure("new URL() of the same text", "us", run.samples.parse),
        figure(`judge, ${HOSTS} entries`, "us", run.samples.few),
        figure("judge, 1000 entries", "us", run.samples.many),
        figure("new URL() of a text not seen before", "us", run.samples.parseNew),
        figure(`judge of it, ${HOSTS} entries`, "us", run.samples.fewNew),
        figure("judge of it, 1000 entries", "us", run.samples.manyNew),
      ],
      targets: [
        target(`judge, ${HOSTS} entries / new URL()`, run.ratio("few", "parse"), 1),
        target("judge, 1000 entries / new URL()", run.ratio("many", "parse"), 1),
        target(`judge of a text not seen before, ${HOSTS} entries / new URL()`, run.ratio("fewNew", "parseNew"), 1),
        target("judge of a text not seen before, 1000 entries / new URL()", run.ratio("manyNew", "parseNew"), 1),
      ],
    };
  },
};

let texts = 0;

function sameTexts(): readonly string[] {
  return Array.from({ length: TIMES }, (_, at) => asReceived(`https://h${at % HOSTS}.example.dev/v1/items?limit=20`));
}

function newTexts(): readonly string[] {
  return Array.from({ length: TIMES }, () => asReceived(`https://h${texts++ % HOSTS}.example.dev/v1/items?from=${texts}`));
}

/** A string as a message gives it: one piece, whose hash nobody has computed. */
function asReceived(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

function policyOf(entries: number): PermissionPolicy {
  const network = Array.from({ length: entries }, (_, at) => ({ name: `h${at}.example.dev` }));
  return compilePolicy({ manifest: { id: "bench", version: "1.0.0", permissions: { network }, limits: {} }, removed: [], host: { roots: {}, ceilings: defaultCeilings } });
}

function judged(policy: PermissionPolicy, url: string): unknown {
  const definition = findCall("net/fetch");
  if (definition === undefined) throw new Error("There is no net/fetch.");
  const decision = judge(policy, { method: "net/fetch", params: { url } }, definition, facts);
  if (!decision.allowed) throw new Error("The judge refuses what the bench declares.");
  return decision;
}

/** What it gives is kept until the next one, so that nothing is left out as unused. */
let kept: unknown;

/** A batch is one sample: one judgement is shorter than the clock is fine. */
function batch(make: () => readonly string[], act: (url: string) => unknown): () => Promise<readonly number[]> {
  return async () => {
    const urls = make();
    const start = performance.now();
    for (const url of urls) kept = act(url);
    if (kept === undefined) throw new Error("Nothing was measured.");
    return [((performance.now() - start) * 1000) / TIMES];
  };
}
