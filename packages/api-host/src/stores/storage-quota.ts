import { AmbitError } from "@ambit/api-types";

/**
 * Checks what a scope would store after a write.
 *
 * @throws AmbitError `LIMIT_EXCEEDED` (`storageBytes`) when it grows past the quota.
 */
export function checkQuota(before: number, after: number, quota: number): void {
  if (after <= quota || after <= before) return;
  throw new AmbitError("LIMIT_EXCEEDED", `The plugin would store ${after} bytes; it may store ${quota}.`, { limit: "storageBytes" });
}
