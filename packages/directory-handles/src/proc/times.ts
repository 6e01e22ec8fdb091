import { utimesSync, lutimesSync } from "node:fs";
import type { TimeChange } from "../handle/options.ts";

/** An invalid date reaches the system as UTIME_OMIT, and "Infinity" as UTIME_NOW (libuv 1.51, which Node.js 24 has). */
const keep: Date = new Date(Number.NaN);
const now = "Infinity";

function systemTime(value: bigint | "now" | undefined): Date | string | number {
  if (value === undefined) return keep;
  return value === "now" ? now : Number(value) / 1e9;
}

/**
 * Sets the times of what `path` names; with `ofLink` those of a link itself.
 * Node.js takes seconds as a double, so a present-day time is kept to about a quarter of a microsecond.
 */
export function applyTimes(path: string, change: TimeChange, ofLink: boolean): void {
  const set = ofLink ? lutimesSync : utimesSync;
  set(path, systemTime(change.accessedNs), systemTime(change.modifiedNs));
}
