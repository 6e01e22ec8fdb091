import { type Expression, parseSync, type PropertyKey } from "oxc-parser";
import { positionAt } from "./problem.ts";

/** Where a value stands in a JSON text that parses; its beginning where the path leads nowhere. Line and column count from 1. */
export function jsonPlace(text: string, path: readonly (string | number)[]): { readonly line: number; readonly column: number } {
  const prefix = "(";
  const statement = parseSync("manifest.js", `${prefix}${text})`, { preserveParens: false }).program.body[0];
  let node: Expression | undefined = statement?.type === "ExpressionStatement" ? statement.expression : undefined;
  const start = node?.start ?? 0;
  for (const key of path) node = step(node, key);
  return positionAt(text, (node?.start ?? start) - prefix.length);
}

function step(node: Expression | undefined, key: string | number): Expression | undefined {
  if (node?.type === "ArrayExpression" && typeof key === "number") return node.elements[key] as Expression | undefined;
  if (node?.type !== "ObjectExpression") return undefined;
  for (const property of node.properties) if (property.type === "Property" && isKey(property.key, key)) return property.value as Expression;
  return undefined;
}

function isKey(node: PropertyKey, key: string | number): boolean {
  return node.type === "Literal" && node.value === key;
}
