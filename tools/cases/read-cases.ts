import { existsSync, readdirSync, readFileSync } from "node:fs";
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

/** Ids that a folder lists as not passing yet, each with its reason. Throws where a line has none. */
export function readKnownFailures(folder: string): ReadonlyMap<string, string> {
  const path = join(folder, "known-failures.txt");
  if (!existsSync(path)) return new Map();
  const lines = readFileSync(path, "utf8").split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"));
  return new Map(lines.map((line) => {
    const [, id, reason] = /^(\S+)\s+(\S.*)$/.exec(line) ?? [];
    if (id === undefined || reason === undefined) throw new Error(`${path}: "${line}" has no reason`);
    return [id, reason];
  }));
}
