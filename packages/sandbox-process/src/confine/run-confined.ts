import type { ConfinedExit, ConfinedSpec } from "./confined-child.ts";
import type { Confiner } from "./confiner.ts";
import { CappedOutput } from "./output/capped-output.ts";

/** What a child that has ended left. */
export interface ConfinedOutcome extends ConfinedExit {
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  /** Whether output was dropped for being more than may be kept. */
  readonly truncated: boolean;
}

/** How one child is run to its end. */
export interface RunTerms {
  readonly stdin?: Uint8Array;
  /** Bytes kept of each stream; the rest is read and dropped. */
  readonly outputBytes: number;
}

/**
 * Runs one child to its end.
 *
 * @throws AmbitError what {@link Confiner.start} throws.
 */
export async function runConfined(confiner: Confiner, spec: ConfinedSpec, terms: RunTerms): Promise<ConfinedOutcome> {
  const child = await confiner.start(spec);
  const stdout = new CappedOutput(child.stdout, terms.outputBytes);
  const stderr = new CappedOutput(child.stderr, terms.outputBytes);
  child.stdin.end(terms.stdin ?? "");
  const exit = await child.exited;
  // Nobody holds the other ends any more: what is still on its way comes, and then the streams end.
  const [out, err] = await Promise.all([stdout.bytes(), stderr.bytes()]);
  return { ...exit, stdout: out, stderr: err, truncated: stdout.truncated || stderr.truncated };
}
