import type { JsonObject, JsonValue } from "@ambit/api-types";

/** Tells an object from every other JSON value. */
export function isJsonObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
