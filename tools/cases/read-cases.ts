import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CaseRow } from "./case-row.ts";

const DECISIONS: readonly unknown[] = ["allow", "deny", "error"];

/** Reads every `*.jsonl` file of a folder, in the order of their names. Throws where a line is no case. */
export function readCases(folder: string): readonly CaseRow[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".jsonl")).sort();
  if (files.length === 0) throw new Error(`${folder} holds no .jsonl file`);
  const rows = files.flatMap((file) => readFile(join(folder, file)));
  const ids = new Set(rows.map((row) => row.id));
  if (ids.size !== rows.length) throw new Error(`${folder} has two cases of one id`);
  return rows;
}

function readFile(path: string): readonly CaseRow[] {
  const lines = readFileSync(path, "utf8").split("\n").map((line, at) => ({ line, place: `${path}:${at + 1}` }));
  return lines.filter(({ line }) => line.trim() !== "").map(({ line, place }) => checked(JSON.parse(line), place));
}

function checked(value: unknown, place: string): CaseRow {
  const row = value as Partial<CaseRow>;
  const complete = typeof row.id === "string" && typeof row.kind === "string" && typeof row.input === "object" && row.input !== null && DECISIONS.includes(row.expected_decision);
  if (!complete) throw new Error(`${place} is no case: it needs id, kind, input and expected_decision`);
  return { title: "", ...row } as CaseRow;
}
