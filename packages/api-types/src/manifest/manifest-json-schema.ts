import { z } from "zod";
import { manifestSchema } from "./manifest-schema.ts";

/** The JSON Schema (draft 2020-12) of `ambit-plugin.json`, for editors; published as `schemas/ambit-plugin.schema.json`. */
export function manifestJsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(manifestSchema, { io: "input", unrepresentable: "any" });
  return { ...schema, title: "Ambit plugin manifest", description: "What a plugin is, what it asks for and what bounds it." };
}
