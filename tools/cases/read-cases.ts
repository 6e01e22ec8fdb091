import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CaseRow } from "./case-row.ts";

const DECISIONS: readonly unknown[] = ["allow", "deny", "error"];

/** Reads every `*.jsonl` file of a folder, in the order of their names. A line that is no case is a row with its fault, and fails. */
export function readCases(folder: string): readonly CaseRow[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".jsonl")).sort();
  if (files.length === 0) throw new Error(`${folder} holds no .jsonl file`);
  const seen = new Set<string>();
  return files.flatMap((file) => readFile(join(folder, file))).map((row) => {
    const isSecond = seen.has(row.id);
    seen.add(row.id);
    return isSecond ? { ...row, fault: "a case of this id stands above" } : row;
  });
}

function readFile(path: string): readonly CaseRow[] {
  const lines = readFileSync(path, "utf8").replace(/^\uFEFF/, "").split("\n").map((line, at) => ({ line, place: `${path}:${at + 1}` }));
  return lines.filter(({ line }) => line.trim() !== "").map(({ line, place }) => readLine(line, place));
}

function readLine(line: string, place: string): CaseRow {
  const nothing = { id: place, kind: "", title: "", input: {}, expected_decision: "error" } as const;
  try {
    const row = JSON.parse(line) as Partial<CaseRow> | null;
    const fault = faultOf(row);
    return { ...nothing, ...row, ...(fault !== undefined && { fault }) };
  } catch (error) {
    return { ...nothing, fault: `the line is no JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function faultOf(row: Partial<CaseRow> | null): string | undefined {
  if (typeof row !== "object" || row === null || Array.isArray(row)) return "the line is no object";
  if (typeof row.id !== "string" || typeof row.kind !== "string") return "a case has an id and a kind";
  if (typeof row.input !== "object" || row.input === null) return "a case has an input";
  if (!DECISIONS.includes(row.expected_decision)) return `a case has an expected_decision, one of ${DECISIONS.join(", ")}`;
  return undefined;
}
