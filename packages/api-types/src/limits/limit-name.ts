import { type LimitName, limitTable } from "./limit-table.ts";

/** The names of the bounds that are no entry of the limit table: nobody can move them. */
export const fixedLimitNames = ["message", "depth", "streams", "streamIdle", "sockets", "socketMessage", "credit", "processes", "timers", "pendingCalls", "stack", "hookTimeout"] as const;

/** The name of a bound that nobody can move. */
export type FixedLimitName = (typeof fixedLimitNames)[number];

/** The name of any bound: one of the limit table, or a fixed one. */
export type AnyLimitName = LimitName | FixedLimitName;

/** Tells whether a value is the name of a bound. */
export function isLimitName(value: unknown): value is AnyLimitName {
  return typeof value === "string" && (Object.hasOwn(limitTable, value) || fixedLimitNames.some((name) => name === value));
}
