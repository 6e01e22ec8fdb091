/** What a step counted. A check counts as one; a test run as many as it has tests. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

/** How a step ended: its tally, and what to print when something failed. */
export interface Outcome extends Tally {
  readonly report: string;
}

/** One line of work of the runner. */
export interface Step {
  readonly name: string;
  run(): Promise<Outcome>;
}

const REPEATED_LINES = 60;

/**
 * Runs the steps one after the other, prints each one's result as it ends, and adds up. A step that throws counts as one
 * failure. The end of each failed step's report is printed once more last, since a log is often kept from its end.
 */
export async function runSteps(steps: readonly Step[], print: (line: string) => void): Promise<Tally> {
  let passed = 0;
  let failed = 0;
  const failures: string[] = [];
  for (const [index, step] of steps.entries()) {
    const head = `[${index + 1}/${steps.length}] ${step.name}`;
    print(`${head} ...`);
    const start = performance.now();
    const outcome = await step.run().catch((error: unknown) => ({ passed: 0, failed: 1, report: String(error) }));
    passed += outcome.passed;
    failed += outcome.failed;
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    if (outcome.failed > 0) {
      print(outcome.report.trimEnd());
      failures.push(`${head}: FAILED\n${outcome.report.trimEnd().split("\n").slice(-REPEATED_LINES).join("\n")}`);
    }
    print(`${head}: ${outcome.failed === 0 ? "ok" : "FAILED"} (${outcome.passed} passed, ${outcome.failed} failed, ${seconds} s)`);
  }
  for (const failure of failures) print(failure);
  return { passed, failed };
}

/** The last line of a run. */
export function closingLine(tally: Tally): string {
  return `${tally.passed} passed, ${tally.failed} failed`;
}
