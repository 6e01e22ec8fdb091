import { ByteReader } from "./byte-reader.ts";
import { readSections, sectionId } from "./read-sections.ts";

/** The names under which a module exports anything. @throws AmbitError `SAND_WASM_NOT_A_MODULE`. */
export function exportNames(bytes: Uint8Array): readonly string[] {
  const section = readSections(bytes).find(({ id }) => id === sectionId.export);
  if (section === undefined) return [];
  const reader = new ByteReader(bytes, section.content, section.end);
  const names: string[] = [];
  for (let left = reader.unsigned(); left > 0; left--) {
    names.push(reader.name());
    reader.byte();
    reader.unsigned();
  }
  return names;
}
