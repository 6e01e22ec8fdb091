import { isDeepStrictEqual } from "node:util";
import type { JsonObject, JsonValue } from "@ambit/api-types";

/**
 * What several plugins made of one thing, each of which saw it as it was: all their changes together, and where two changed the same field, the
 * later one's. What is no object changes nothing.
 */
export function mergeChanges(sent: JsonObject, values: readonly JsonValue[]): JsonObject {
  const merged: Record<string, JsonValue> = { ...sent };
  for (const value of values) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) continue;
    const changed = value as JsonObject;
    for (const key of new Set([...Object.keys(sent), ...Object.keys(changed)])) {
      const field = changed[key];
      if (isDeepStrictEqual(field, sent[key])) continue;
      if (field === undefined) delete merged[key];
      else merged[key] = field;
    }
  }
  return merged;
}
