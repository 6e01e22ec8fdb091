import { z } from "zod";
import { documentFieldSchema } from "../manifest/field-schemas.ts";
import { jsonObjectSchema } from "../json/json-value.ts";
import type { CollectionQuery } from "../store/host-store.ts";

/** Most values of one `in`. */
const MOST_CHOICES = 100;

const comparable = z.union([z.string(), z.number()]);
const clause = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.strictObject({ gt: comparable.exactOptional(), gte: comparable.exactOptional(), lt: comparable.exactOptional(), lte: comparable.exactOptional() }),
  z.strictObject({ in: z.array(comparable).max(MOST_CHOICES) }),
  z.strictObject({ startsWith: z.string() }),
], "must be a value, { gt, gte, lt, lte }, { in } or { startsWith }");

/**
 * The `where` of a query: at most so many bounds by field. What a field and its bound may be is the store's to check further
 * (declared, of one type).
 */
export function whereField(most: number): z.ZodType<NonNullable<CollectionQuery["where"]>> {
  return jsonObjectSchema
    .refine((where) => Object.keys(where).length <= most, `must bound at most ${most} fields`)
    // Looked at here: a record schema passes over this key, and a bound that is passed over finds too much.
    .refine((where) => !Object.hasOwn(where, "__proto__"), "must not name the field __proto__")
    .pipe(z.record(documentFieldSchema, clause)) as unknown as z.ZodType<NonNullable<CollectionQuery["where"]>>;
}
