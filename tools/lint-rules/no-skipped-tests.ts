import type { ESTree, Rule } from "@oxlint/plugins";
import { isTest, placeOf } from "./file-place.ts";

const runners = new Set(["bench", "describe", "it", "suite", "test"]);
const left = new Set(["fails", "only", "runIf", "skip", "skipIf", "todo"]);

/** The identifier at the root of `a.b.c`, and whether a name on the way leaves the test out. */
function readChain(node: ESTree.MemberExpression): { root: string; leavesOut: boolean } {
  let leavesOut = false;
  let at: ESTree.Node = node;
  while (at.type === "MemberExpression" || at.type === "CallExpression") {
    if (at.type === "CallExpression") {
      at = at.callee;
      continue;
    }
    if (at.property.type === "Identifier" && left.has(at.property.name)) leavesOut = true;
    at = at.object;
  }
  return { root: at.type === "Identifier" ? at.name : "", leavesOut };
}

/** Refuses tests that are skipped, singled out, planned or expected to fail. */
export const noSkippedTests: Rule = {
  meta: { type: "problem", docs: { description: "Every test runs." } },
  create(context) {
    if (!isTest(placeOf(context))) return {};
    return {
      CallExpression(node) {
        if (node.callee.type !== "MemberExpression") return;
        const chain = readChain(node.callee);
        const fromContext = /^(ctx|context|t|task)$/.test(chain.root);
        if (chain.leavesOut && (runners.has(chain.root) || fromContext)) {
          context.report({ node, message: "Every test runs: mend it, or take it away." });
        }
      },
    };
  },
};
