import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "./run-command.ts";
import type { Outcome, Step } from "./step.ts";

/** One test of vitest's JSON report. */
interface ReportedTest {
  readonly fullName: string;
  readonly status: string;
  readonly failureMessages?: readonly string[] | null;
}

/** What of vitest's JSON report a run is judged by. */
export interface VitestReport {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly numTotalTests: number;
  readonly testResults?: readonly { readonly name: string; readonly assertionResults: readonly ReportedTest[] }[];
}

/** A line for each failed test, with the first line of what it says. */
function failedTests(report: VitestReport): string[] {
  return (report.testResults ?? []).flatMap((file) =>
    file.assertionResults
      .filter((test) => test.status === "failed")
      .map((test) => `${file.name}: ${test.fullName}: ${test.failureMessages?.[0]?.split("\n")[0] ?? "no message"}`),
  );
}

/**
 * Judges a run by its report and exit code. A skipped or planned test counts as failed, and so does a run that reports
 * no failed test but did not succeed (a file that does not load, an unhandled error) or that ran nothing.
 */
export function judgeRun(report: VitestReport | undefined, exitCode: number): Outcome {
  if (report === undefined) return { passed: 0, failed: 1, report: `vitest left no report and exited with ${exitCode}` };
  const notes: string[] = [];
  const leftOut = report.numTotalTests - report.numPassedTests - report.numFailedTests;
  if (leftOut > 0) notes.push(`${leftOut} tests did not run (${report.numPendingTests} skipped, ${report.numTodoTests} todo): every test must run`);
  let failed = report.numFailedTests + Math.max(leftOut, 0);
  if (failed === 0 && (!report.success || exitCode !== 0 || report.numPassedTests === 0)) {
    notes.push(`vitest exited with ${exitCode} after ${report.numPassedTests} passed tests: see above`);
    failed = 1;
  }
  if (report.numFailedTests > 0) notes.push(`${report.numFailedTests} tests failed`, ...failedTests(report));
  return { passed: report.numPassedTests, failed, report: notes.join("\n") };
}

/** Runs every vitest test of the repository, showing vitest's own progress. */
export function vitestStep(seconds: number): Step {
  return {
    name: "tests",
    async run() {
      const folder = await mkdtemp(join(tmpdir(), "ambit-vitest-"));
      const file = join(folder, "report.json");
      try {
        const args = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
        const { code } = await runCommand("vitest", args, { output: "show", seconds });
        const report = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as VitestReport) : undefined;
        return judgeRun(report, code);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}
