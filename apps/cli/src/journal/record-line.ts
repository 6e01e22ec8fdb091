import type { JournalRecord } from "@ambit/api-types";
import { paint } from "../terminal/output.ts";

/** A record of the journal as one line. */
export function recordLine(record: JournalRecord): string {
  const outcome = record.outcome === "ok" ? paint("green", "ok") : paint("red", record.outcome);
  const words = [new Date(record.time).toISOString(), record.plugin, record.method, record.target, outcome, record.code, ...(record.args ?? []), record.note];
  return words.filter((word) => word !== undefined && word !== "").join("  ");
}
