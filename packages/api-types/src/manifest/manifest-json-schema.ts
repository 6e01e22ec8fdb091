import { type JsonSchema, jsonSchemaOf } from "../schemas/json-schema.ts";
import { manifestSchema } from "./manifest-schema.ts";

/** The JSON Schema of `ambit-plugin.json`, for editors; published as `schemas/ambit-plugin.schema.json`. */
export function manifestJsonSchema(): JsonSchema {
  return { ...jsonSchemaOf(manifestSchema), title: "Ambit plugin manifest", description: "What a plugin is, what it asks for and what bounds it." };
}
