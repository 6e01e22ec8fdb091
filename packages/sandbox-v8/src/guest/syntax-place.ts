import { parse } from "acorn";

/** Where a module's source is no JavaScript, as `:line:column`; nothing where that cannot be told. The engine keeps it to itself. */
export function syntaxPlace(source: string): string {
  try {
    parse(source, { ecmaVersion: "latest", sourceType: "module" });
    return "";
  } catch (error) {
    const { loc } = error as { loc?: { line: number; column: number } };
    return loc === undefined ? "" : `:${loc.line}:${loc.column + 1}`;
  }
}
