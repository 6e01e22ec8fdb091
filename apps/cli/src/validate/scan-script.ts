import { parseSync, Visitor } from "oxc-parser";
import { positionAt, type Problem } from "./problem.ts";

/** A module that a script names. */
export interface ModuleName {
  readonly specifier: string;
  readonly offset: number;
}

/** What one script holds. */
export interface ScriptScan {
  readonly modules: readonly ModuleName[];
  readonly names: readonly string[];
  readonly texts: readonly string[];
  /** What does not parse. */
  readonly problems: readonly Problem[];
}

/** Reads one script, JavaScript or TypeScript. Types name no module that is there at run time, so they are left out. */
export function scanScript(file: string, source: string): ScriptScan {
  const parsed = parseSync(file, source);
  const problems = parsed.errors.map((error): Problem => ({ file, ...positionAt(source, error.labels[0]?.start ?? 0), path: "", severity: "error", message: error.message }));
  const modules: ModuleName[] = [];
  const names: string[] = [];
  const texts: string[] = [];
  const add = (node: { readonly type: string; readonly value?: unknown; readonly start: number } | null | undefined): void => {
    if (node?.type === "Literal" && typeof node.value === "string") modules.push({ specifier: node.value, offset: node.start });
  };
  new Visitor({
    ImportDeclaration: (node) => node.importKind !== "type" && add(node.source),
    ExportNamedDeclaration: (node) => node.exportKind !== "type" && add(node.source),
    ExportAllDeclaration: (node) => node.exportKind !== "type" && add(node.source),
    ImportExpression: (node) => add(node.source),
    CallExpression: (node) => node.callee.type === "Identifier" && node.callee.name === "require" && add(node.arguments[0]),
    Identifier: (node) => void names.push(node.name),
    Literal: (node) => typeof node.value === "string" && void texts.push(node.value),
    TemplateElement: (node) => void texts.push(node.value.cooked ?? ""),
  }).visit(parsed.program);
  return { modules, names, texts, problems };
}
