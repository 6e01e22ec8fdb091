import { AmbitError } from "@ambit/api-types";
import { broken, ByteReader } from "./byte-reader.ts";

/** The sections this package looks into, by their number in the binary form. */
export const sectionId = { custom: 0, type: 1, import: 2, function: 3, table: 4, memory: 5, global: 6, export: 7, start: 8, element: 9, code: 10, data: 11, tag: 13 } as const;

/** One section of a module. */
export interface Section {
  readonly id: number;
  /** Where its number stands. */
  readonly start: number;
  /** Where its content stands. */
  readonly content: number;
  readonly end: number;
}

const MAGIC = [0x00, 0x61, 0x73, 0x6d];
const CORE_VERSION = [0x01, 0x00, 0x00, 0x00];
const COMPONENT_LAYER = 0x01;

/**
 * Cuts a module into its sections, each of which stands once. Custom ones are passed over: a file may have millions of them.
 *
 * @throws AmbitError `SAND_WASM_NOT_A_MODULE`, or `SAND_WASM_WASI_VERSION_UNSUPPORTED` for a component.
 */
export function readSections(bytes: Uint8Array): readonly Section[] {
  checkHead(bytes);
  const reader = new ByteReader(bytes, 8);
  const sections: Section[] = [];
  const seen = new Set<number>();
  while (!reader.done) {
    const start = reader.at;
    const id = reader.byte();
    const size = reader.unsigned();
    const content = reader.at;
    reader.take(size);
    if (id === sectionId.custom) continue;
    if (seen.has(id)) throw broken();
    seen.add(id);
    sections.push({ id, start, content, end: reader.at });
  }
  return sections;
}

function checkHead(bytes: Uint8Array): void {
  if (!MAGIC.every((byte, at) => bytes[at] === byte)) throw new AmbitError("SAND_WASM_NOT_A_MODULE", "The file is not a WebAssembly module: it does not begin with \\0asm.");
  if (CORE_VERSION.every((byte, at) => bytes[at + 4] === byte)) return;
  if (bytes[6] === COMPONENT_LAYER) {
    throw new AmbitError("SAND_WASM_WASI_VERSION_UNSUPPORTED", 'The file is a component (WASI preview2), and the manifest says "abi": "preview1".');
  }
  throw new AmbitError("SAND_WASM_NOT_A_MODULE", "The file is a WebAssembly module of an unknown version.");
}
