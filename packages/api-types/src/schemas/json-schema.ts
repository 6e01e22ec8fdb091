import { z } from "zod";

/** A JSON Schema document, draft 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The JSON Schema of what a zod schema takes. What no JSON Schema can say is left out: the zod schema still checks it. */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
}
