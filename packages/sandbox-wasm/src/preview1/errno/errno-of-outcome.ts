import type { Outcome } from "@ambit/directory-handles";
import { errno, type Errno } from "./errno.ts";
import { errnoOfReason } from "./errno-of-reason.ts";

/** The error number for an outcome whose value does not matter. */
export function errnoOfOutcome(outcome: Outcome<unknown>): Errno {
  return outcome.ok ? errno.SUCCESS : errnoOfReason[outcome.reason];
}
