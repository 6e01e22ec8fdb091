import type { ESTree, Rule } from "@oxlint/plugins";
import { isBelow, isTest, placeOf } from "./file-place.ts";

/** Code of guests: their timers are the engine's, which bounds them by itself. */
const ofGuests: readonly string[] = ["examples", "packages/plugin-sdk", "packages/sandbox-js/src/prelude"];
const MOST_MILLIS = 2 ** 31 - 1;
const setters = new Set(["setInterval", "setTimeout"]);

/**
 * Refuses timers whose wait may be longer than a timer can wait: they fire at once. A wait is a number, a constant, what is reckoned
 * from those, or comes from `timerMillis`.
 */
export const boundedTimers: Rule = {
  meta: { type: "problem", docs: { description: "No timer waits longer than a timer can." } },
  create(context) {
    const place = placeOf(context);
    if (isTest(place) || ofGuests.some((folder) => isBelow(place, folder))) return {};
    const promised = new Set<string>();
    return {
      ImportDeclaration(node) {
        if (!/^(node:)?timers\/promises$/.test(node.source.value)) return;
        for (const one of node.specifiers) if (one.type === "ImportSpecifier" && one.imported.type === "Identifier" && setters.has(one.imported.name)) promised.add(one.local.name);
      },
      CallExpression(node) {
        const at = placeOfWait(node.callee, promised);
        const wait = at === undefined ? undefined : node.arguments[at];
        if (wait === undefined || isBounded(wait)) return;
        context.report({ node: wait, message: "This may be longer than a timer can wait, which then fires at once: say timerMillis(...)." });
      },
    };
  },
};

/** Which argument of a call is its wait; undefined for a call that sets no timer. */
function placeOfWait(callee: ESTree.Node, promised: ReadonlySet<string>): number | undefined {
  if (callee.type === "Identifier") return promised.has(callee.name) ? 0 : setters.has(callee.name) ? 1 : undefined;
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return undefined;
  const object = callee.object.type === "Identifier" ? callee.object.name : "";
  if (callee.property.name === "timeout" && object === "AbortSignal") return 0;
  if (!setters.has(callee.property.name)) return undefined;
  // The other one is that of a socket.
  return object === "globalThis" ? 1 : 0;
}

function isBounded(node: ESTree.Node): boolean {
  if (node.type === "Literal") return typeof node.value === "number" && node.value <= MOST_MILLIS;
  if (node.type === "Identifier") return /^[A-Z][A-Z0-9_]*$/.test(node.name);
  if (node.type === "BinaryExpression") return isBounded(node.left) && isBounded(node.right);
  if (node.type === "ConditionalExpression") return isBounded(node.consequent) && isBounded(node.alternate);
  if (node.type !== "CallExpression") return false;
  const { callee } = node;
  if (callee.type === "Identifier") return callee.name === "timerMillis";
  const isMin = callee.type === "MemberExpression" && callee.object.type === "Identifier" && callee.object.name === "Math" && callee.property.type === "Identifier" && callee.property.name === "min";
  return isMin && node.arguments.some((one) => isBounded(one));
}
