import { AmbitError } from "@ambit/api-types";
import { ByteReader } from "./byte-reader.ts";
import { readSections, type Section, sectionId } from "./read-sections.ts";
import { replaceSection, unsignedBytes } from "./write-section.ts";

/** Bytes of a page of memory. */
const PAGE_BYTES = 65_536;

const HAS_MAXIMUM = 0x01;
const SHARED = 0x02;
const INDEX_64 = 0x04;
const CUSTOM_PAGE_SIZE = 0x08;

/**
 * Lowers the maximum of a module's memory, so that the engine itself refuses to grow it further. A worker's own limits do not
 * bound WebAssembly memory.
 *
 * @returns The module as it may be compiled.
 * @throws AmbitError `SAND_WASM_MEMORY_REFUSED` for what cannot be bounded, `SAND_WASM_NOT_A_MODULE` for a broken file.
 */
export function boundMemory(bytes: Uint8Array, maxBytes: number): Uint8Array<ArrayBuffer> {
  const memory = readSections(bytes).find((section) => section.id === sectionId.memory);
  if (memory === undefined) throw refused("The module has no memory of its own.");
  return replaceSection(bytes, memory, boundedSection(bytes, memory, Math.floor(maxBytes / PAGE_BYTES)));
}

function boundedSection(bytes: Uint8Array, section: Section, maxPages: number): readonly number[] {
  const reader = new ByteReader(bytes, section.content, section.end);
  const count = reader.unsigned();
  if (count !== 1) throw refused(`The module has ${count} memories; it must have one.`);
  const flags = reader.byte();
  if ((flags & SHARED) !== 0) throw refused("The module's memory is shared between threads.");
  if ((flags & INDEX_64) !== 0) throw refused("The module's memory is 64-bit.");
  if ((flags & CUSTOM_PAGE_SIZE) !== 0 || flags > (HAS_MAXIMUM | SHARED | INDEX_64)) throw refused("The module's memory is of an unknown kind.");
  const initial = reader.unsigned();
  const declared = (flags & HAS_MAXIMUM) === 0 ? Number.POSITIVE_INFINITY : reader.unsigned();
  if (initial > maxPages) throw refused(`The module's memory starts at ${mebibytes(initial)} MiB, above its limit of ${mebibytes(maxPages)} MiB.`);
  return [...unsignedBytes(1), HAS_MAXIMUM, ...unsignedBytes(initial), ...unsignedBytes(Math.min(declared, maxPages))];
}

function mebibytes(pages: number): number {
  return Math.ceil((pages * PAGE_BYTES) / 1_048_576);
}

function refused(message: string): AmbitError {
  return new AmbitError("SAND_WASM_MEMORY_REFUSED", message, { limit: "memoryMb" });
}
