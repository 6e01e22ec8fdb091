import { parseSync, Visitor } from "oxc-parser";

interface Named {
  readonly type: string;
  readonly value?: unknown;
}

/**
 * The module specifiers that a source file names: imports, re-exports, literal dynamic imports, `import("x")` types and
 * `import x = require("x")`, types-only ones included.
 *
 * @throws Error when the file does not parse.
 */
export function importedModules(file: string, source: string): string[] {
  const parsed = parseSync(file, source);
  if (parsed.errors.length > 0) throw new Error(`${file} does not parse: ${parsed.errors[0]?.message}`);
  const found = new Set<string>();
  const add = (node: Named | null | undefined): void => {
    if (node?.type === "Literal" && typeof node.value === "string") found.add(node.value);
  };
  new Visitor({
    ImportDeclaration: (node) => add(node.source),
    ExportNamedDeclaration: (node) => add(node.source),
    ExportAllDeclaration: (node) => add(node.source),
    ImportExpression: (node) => add(node.source),
    TSImportType: (node) => add(node.source),
    TSExternalModuleReference: (node) => add(node.expression),
  }).visit(parsed.program);
  return [...found];
}
