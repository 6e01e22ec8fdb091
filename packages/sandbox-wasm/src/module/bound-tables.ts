import { AmbitError } from "@ambit/api-types";
import { ByteReader } from "./byte-reader.ts";
import { readSections, type Section, sectionId } from "./read-sections.ts";
import { replaceSection, unsignedBytes } from "./write-section.ts";

/** Most entries of all tables of a module together. They stand outside the memory, at eight bytes each. */
export const TABLE_ENTRIES = 1_000_000;

const MOST_TABLES = 16;
const HAS_MAXIMUM = 0x01;
const FUNCTION_REFERENCE = 0x70;
const EXTERNAL_REFERENCE = 0x6f;

/**
 * Lowers the maximum of a module's tables, so that the engine itself refuses to grow them further.
 *
 * @returns The module as it may be compiled.
 * @throws AmbitError `SAND_WASM_MEMORY_REFUSED` for what cannot be bounded, `SAND_WASM_NOT_A_MODULE` for a broken file.
 */
export function boundTables(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const tables = readSections(bytes).find((section) => section.id === sectionId.table);
  return tables === undefined ? bytes : replaceSection(bytes, tables, boundedSection(bytes, tables));
}

function boundedSection(bytes: Uint8Array, section: Section): readonly number[] {
  const reader = new ByteReader(bytes, section.content, section.end);
  const count = reader.unsigned();
  if (count > MOST_TABLES) throw refused(`The module has ${count} tables, more than ${MOST_TABLES}.`);
  const content: number[] = [...unsignedBytes(count)];
  for (let index = 0; index < count; index++) content.push(...boundedTable(reader, Math.floor(TABLE_ENTRIES / count)));
  return content;
}

function boundedTable(reader: ByteReader, most: number): readonly number[] {
  const type = reader.byte();
  if (type !== FUNCTION_REFERENCE && type !== EXTERNAL_REFERENCE) throw refused("The module has a table of a kind that cannot be bounded: only funcref and externref are offered.");
  const flags = reader.byte();
  if (flags > HAS_MAXIMUM) throw refused("The module has a table that is shared or 64-bit.");
  const initial = reader.unsigned();
  const declared = flags === HAS_MAXIMUM ? reader.unsigned() : Number.POSITIVE_INFINITY;
  if (initial > most) throw refused(`A table of the module starts with ${initial} entries, more than ${most}.`);
  return [type, HAS_MAXIMUM, ...unsignedBytes(initial), ...unsignedBytes(Math.min(declared, most))];
}

function refused(message: string): AmbitError {
  return new AmbitError("SAND_WASM_MEMORY_REFUSED", message);
}
