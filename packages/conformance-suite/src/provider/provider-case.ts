import type { ProviderStage } from "./provider-stage.ts";

/** The parts of the contract; each has cases of its own. */
export type ProviderGroup =
  | "creation"
  | "lifetimes"
  | "destruction"
  | "gone"
  | "starting"
  | "time limits"
  | "abort"
  | "tags"
  | "output"
  | "files"
  | "at once"
  | "egress"
  | "limits"
  | "arguments";

/** One sentence of the contract, tried on a real provider. */
export interface ProviderCase {
  readonly group: ProviderGroup;
  /** The sentence, as it stands in the test report. */
  readonly name: string;
  /** Rejects where the provider does not keep it. */
  run(stage: ProviderStage): Promise<void>;
}

/** Gives cases their group, so that a group's file names it once. */
export function providerCasesOf(group: ProviderGroup, cases: Readonly<Record<string, (stage: ProviderStage) => Promise<void>>>): readonly ProviderCase[] {
  return Object.entries(cases).map(([name, run]) => ({ group, name, run }));
}
