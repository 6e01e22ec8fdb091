import type { z } from "zod";
import { type JsonObject, jsonObjectSchema, type JsonValue } from "../json/json-value.ts";
import { hasHidden } from "./field-schemas.ts";

/**
 * A JSON Schema that a plugin's author wrote. Forms are made of it, so its names and texts are shown to people: none of them
 * holds hidden characters. Descriptions may have several lines.
 */
export const authorSchema: z.ZodType<JsonObject> = jsonObjectSchema.refine((schema) => isShowable(schema), "must hold no control, bidi or invisible characters in its names and texts");

function isShowable(value: JsonValue): boolean {
  if (typeof value === "string") return !hasHidden(value.replace(/[\n\t]/g, ""));
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, inner]) => !hasHidden(key) && isShowable(inner as JsonValue));
}
