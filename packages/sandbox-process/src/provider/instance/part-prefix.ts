import { SANDBOX_PART_PREFIX } from "@ambit/api-types";

/** What the names of files begin with that an instance is writing. Where that instance does not run, nobody finishes them. */
export function partPrefix(instanceId: string): string {
  // The part of an id that no other instance ever had.
  return `${SANDBOX_PART_PREFIX}${instanceId.slice(instanceId.lastIndexOf("~") + 1)}.`;
}
