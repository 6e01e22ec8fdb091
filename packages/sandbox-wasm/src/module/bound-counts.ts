import { AmbitError } from "@ambit/api-types";
import { ByteReader } from "./byte-reader.ts";
import { readSections, sectionId } from "./read-sections.ts";

/** Most imports, most exports and most globals of a module: for each the host makes objects of its own. */
export const MOST_ENTRIES = 100_000;

const counted: readonly (readonly [what: string, id: number])[] = [["imports", sectionId.import], ["exports", sectionId.export], ["globals", sectionId.global]];

/** Refuses a module with very many of what the host makes lists of. @throws AmbitError `SAND_WASM_MEMORY_REFUSED`, `SAND_WASM_NOT_A_MODULE`. */
export function boundCounts(bytes: Uint8Array): void {
  const sections = readSections(bytes);
  for (const [what, id] of counted) {
    const section = sections.find((one) => one.id === id);
    if (section === undefined) continue;
    const count = new ByteReader(bytes, section.content, section.end).unsigned();
    if (count > MOST_ENTRIES) throw new AmbitError("SAND_WASM_MEMORY_REFUSED", `The module has ${count} ${what}, more than ${MOST_ENTRIES}.`);
  }
}
