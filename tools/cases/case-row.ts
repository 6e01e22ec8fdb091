/** How a call, a manifest or an archive ends: through, refused by policy, or malformed or failed. */
export type CaseDecision = "allow" | "deny" | "error";

/** One line of a file of cases. `input` is as its README says; what a kind needs of it is read by that kind's adapter. */
export interface CaseRow {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly expected_decision: CaseDecision;
  /** Why the line is no case; such a row is not run, and fails. */
  readonly fault?: string;
}

/** What became of a row: a decision, or why it could not be run. */
export type CaseOutcome = { readonly decision: CaseDecision; readonly detail: string } | { readonly notRun: string };

/** Runs the rows of one kind on the real code. */
export interface CaseAdapter {
  readonly kind: string;
  run(row: CaseRow): CaseOutcome | Promise<CaseOutcome>;
}
