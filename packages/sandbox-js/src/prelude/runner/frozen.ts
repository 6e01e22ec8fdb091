import { freeze, keysOf } from "../primordials.ts";

/** Freezes a value that JSON made, all the way down, and gives it back. Messages are bounded in depth, so this is too. */
export function frozen<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null) return value;
  const keys = keysOf(value);
  for (let at = 0; at < keys.length; at++) frozen((value as Record<string, unknown>)[keys[at] as string]);
  return freeze(value);
}
