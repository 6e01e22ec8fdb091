import type { ManifestIssue } from "@ambit/sandbox-permissions";

/** One thing that `ambit validate` found. */
export interface Problem extends ManifestIssue {
  /** A host refuses the plugin for an error. */
  readonly severity: "error" | "warning";
}

/** Lines and columns, from 1, of offsets in a text. */
export function positionAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: offset - lineStart + 1 };
}

/** A problem as one line: `file:line:column: severity: message`. */
export function problemLine({ file, line, column, path, severity, message }: Problem): string {
  return `${file}:${line}:${column}: ${severity}: ${path === "" ? "" : `${path}: `}${message}`;
}
