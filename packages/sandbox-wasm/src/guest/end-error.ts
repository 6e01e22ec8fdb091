import { AmbitError } from "@ambit/api-types/guest";
import type { RunOutcome } from "../preview1/host/preview1-host.ts";

/** The error that a run's end is; undefined where the guest ended as it should: it returned, or exited with 0. */
export function endError(outcome: RunOutcome): AmbitError | undefined {
  if (outcome.kind === "error") return outcome.error;
  if (outcome.kind === "returned" || outcome.code === 0) return undefined;
  return new AmbitError("GUEST_EXITED", `The plugin ended with exit code ${outcome.code}.`, { exitCode: outcome.code });
}
