import type { ProxyInstance } from "@ambit/api-types";

/**
 * Milliseconds that a call waits for something to come: what the guest asks for, but no longer than half of `callSeconds`, so
 * that it answers before its deadline ends it and before the guest's own call is over.
 */
export function waitTime(instance: ProxyInstance, wanted: number | undefined): number {
  const most = instance.policy.limits.callSeconds * 500;
  return Math.min(wanted ?? most, most);
}
