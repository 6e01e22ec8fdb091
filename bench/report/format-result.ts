import type { Figure, Target, WorkloadResult } from "../measure/workload.ts";

/** Lays one workload's result out as a table for a terminal. */
export function formatResult(name: string, result: WorkloadResult): string {
  const rows = [["", "median", "p99", "samples"], ...result.figures.map(figureRow)];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join("  "));
  return [name, ...lines, ...result.targets.map(targetLine), ""].join("\n");
}

function figureRow({ name, unit, median, p99, samples }: Figure): string[] {
  return [`  ${name}`, `${median.toFixed(2)} ${unit}`, `${p99.toFixed(2)} ${unit}`, String(samples)];
}

function targetLine({ name, value, atMost, met }: Target): string {
  return `  ${met ? "met   " : "MISSED"} ${name}: ${value.toFixed(3)} (at most ${atMost})`;
}
