import type { Availability } from "@ambit/api-types";
import { alwaysNeeded, type LevelReport } from "./confinement-layers.ts";

/** Whether anything can be confined by a report, and what to do where it cannot. `what` begins the reason: `Commands`. */
export function confinementAvailability({ available, layers }: LevelReport, what: string): Availability {
  if (available) return { available: true };
  const missing = layers.find(({ name, holds }) => !holds && alwaysNeeded.includes(name));
  const { reason, remedy } = missing === undefined || missing.holds ? { reason: "No layer is known to be missing.", remedy: "Run `ambit doctor`." } : missing;
  return { available: false, reason: `${what} cannot be confined here${missing === undefined ? "" : ` (${missing.name})`}. ${reason}`, remedy };
}
