/** Writes the published JSON Schemas from the zod schemas: `pnpm run write:schemas`. */
import { writeFile } from "node:fs/promises";
import { journalRecordJsonSchema, manifestJsonSchema, wireReference } from "@ambit/api-types";

/** The text of each published file, by its name in `schemas/`. */
export function publishedSchemas(): Readonly<Record<string, string>> {
  const documents = {
    "ambit-plugin.schema.json": manifestJsonSchema(),
    "journal-record.schema.json": journalRecordJsonSchema(),
    "calls.json": wireReference(),
  };
  return Object.fromEntries(Object.entries(documents).map(([name, document]) => [name, `${JSON.stringify(document, null, 2)}\n`]));
}

if (import.meta.main) {
  for (const [name, text] of Object.entries(publishedSchemas())) await writeFile(new URL(`../schemas/${name}`, import.meta.url), text);
}
