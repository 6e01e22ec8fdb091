import type { FuzzKind } from "./fuzz-input.ts";

/** What one input came to. */
export interface FuzzOutcome {
  readonly seed: number;
  readonly kind: FuzzKind;
  /** `answered`, `silent` where a guest ran to its end without an answer, or the code it ended in. */
  readonly end: string;
  /** What must never be: an error that is no `AmbitError`, a code of no registry, a failure of the host's own. */
  readonly fault?: unknown;
}
