import { adapters } from "./adapters/adapters.ts";
import type { CaseOutcome, CaseRow } from "./case-row.ts";
import { unknownInput } from "./unknown-input.ts";

/** A row with what became of it. */
export interface CaseResult {
  readonly row: CaseRow;
  readonly outcome: CaseOutcome;
  readonly passed: boolean;
  /** A field of the case that its adapter passed over. */
  readonly passedOver: string | undefined;
}

/** How long one case may take; one that hangs is no reason not to run the others. */
const MOST_SECONDS = 60;

/** Runs rows one after the other on the adapter of their kind. */
export async function runCases(rows: readonly CaseRow[]): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = [];
  for (const row of rows) {
    const outcome = await runRow(row);
    const passed = "decision" in outcome && outcome.decision === row.expected_decision;
    results.push({ row, outcome, passed, passedOver: row.fault === undefined ? unknownInput(row) : undefined });
  }
  return results;
}

/** Runs one row. An adapter that throws has not run it. */
async function runRow(row: CaseRow): Promise<CaseOutcome> {
  if (row.fault !== undefined) return { notRun: row.fault };
  const adapter = adapters.find((candidate) => candidate.kind === row.kind);
  if (adapter === undefined) return { notRun: `no adapter runs cases of kind ${row.kind}` };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<CaseOutcome>((resolve) => {
    timer = setTimeout(() => resolve({ notRun: `it did not end within ${MOST_SECONDS} seconds` }), MOST_SECONDS * 1000);
  });
  try {
    return await Promise.race([Promise.resolve(row).then((each) => adapter.run(each)), late]);
  } catch (error) {
    return { notRun: `the adapter failed: ${error instanceof Error ? error.message : String(error)}` };
  } finally {
    clearTimeout(timer);
  }
}

/** One line about a case of which more was said than is understood here. */
export function describePassedOver({ row, passedOver }: CaseResult): string {
  return `${row.id} ${row.title}: no adapter understands its field "${passedOver ?? ""}", which was passed over`;
}

/** One line about a result that is not as it should be. */
export function describeResult(result: CaseResult): string {
  const { row, outcome } = result;
  const got = "decision" in outcome ? `${outcome.decision} (${outcome.detail})` : `not run: ${outcome.notRun}`;
  return `${row.id} ${row.title}: expected ${row.expected_decision}, got ${got}`;
}
