import type { ConsentSeverity } from "@ambit/api-types";

/** How far up a line stands: the most worrying first. */
export const severityRank: Readonly<Record<ConsentSeverity, number>> = { danger: 0, high: 1, medium: 2, low: 3 };

/** The most worrying of some severities. */
export function worstOf(first: ConsentSeverity, others: readonly ConsentSeverity[]): ConsentSeverity {
  return others.reduce((worst, other) => (severityRank[other] < severityRank[worst] ? other : worst), first);
}
