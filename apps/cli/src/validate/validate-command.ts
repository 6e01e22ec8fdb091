import { resolve } from "node:path";
import { exitCodes } from "../terminal/exit-code.ts";
import { type Output, paint } from "../terminal/output.ts";
import { readCapabilities } from "./capability-terms.ts";
import { findProblems } from "./find-problems.ts";
import { type Problem, problemLine } from "./problem.ts";

/** Tells everything that is wrong with a plugin's folder. Errors make it end with the code for a wrong file. */
export async function validateCommand(folder: string, capabilities: string | undefined, output: Output): Promise<void> {
  const problems = await findProblems(resolve(folder), capabilities === undefined ? undefined : readCapabilities(capabilities));
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const warnings = problems.length - errors;
  const sum = errors === 0 ? paint("green", `No errors, ${counted(warnings, "warning")}.`) : paint("red", `${counted(errors, "error")}, ${counted(warnings, "warning")}.`);
  output.result({ ok: errors === 0, problems: problems.map(({ file, line, column, path, severity, message }) => ({ file, line, column, path, severity, message })) }, [...problems.map(coloured), sum].join("\n"));
  if (errors > 0) process.exitCode = exitCodes.usage;
}

function coloured(problem: Problem): string {
  return paint(problem.severity === "error" ? "red" : "yellow", problemLine(problem));
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
