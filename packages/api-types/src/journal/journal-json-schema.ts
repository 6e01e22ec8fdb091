import { type JsonSchema, jsonSchemaOf } from "../schemas/json-schema.ts";
import { journalRecordSchema } from "./journal-record.ts";

/** The JSON Schema of one line of an exported journal; published as `schemas/journal-record.schema.json`. */
export function journalRecordJsonSchema(): JsonSchema {
  return { ...jsonSchemaOf(journalRecordSchema), title: "Ambit journal record", description: "What the journal keeps of one call or event." };
}
