import { z } from "zod";

/** A value that JSON can carry: what every call, answer and stored value is made of. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** A JSON object. Read its keys with {@link Object.hasOwn}: they come from strangers. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/**
 * Accepts any JSON value. Text that came from a guest has already been bounded in bytes and depth by
 * `parseBoundedJson`, so this schema does not walk it again.
 */
export const jsonValueSchema: z.ZodType<JsonValue> = z.custom<JsonValue>((value) => value !== undefined);

/** Accepts a JSON object: not an array, not null. */
export const jsonObjectSchema: z.ZodType<JsonObject> = z
  .custom<JsonObject>((value) => typeof value === "object" && value !== null && !Array.isArray(value), "must be an object")
  // What the check does, for the JSON Schemas that are made from this one.
  .meta({ type: "object" });
