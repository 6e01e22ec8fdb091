import { broken, ByteReader } from "./byte-reader.ts";
import { skipValueType } from "./instructions.ts";
import { outsideMemory } from "./outside-memory.ts";
import { readSections, type Section, sectionId } from "./read-sections.ts";

/** How many values a function takes and gives. */
export interface FunctionType {
  readonly params: number;
  readonly results: number;
}

/** The function types of a module, and which of them each of its functions and tags has. */
export interface FunctionTypes {
  readonly types: readonly FunctionType[];
  /** Imported functions first. */
  readonly functions: readonly number[];
  readonly imported: number;
  readonly tags: readonly number[];
}

const FUNCTION = 0x60;
const GARBAGE_COLLECTED: ReadonlySet<number> = new Set([0x4e, 0x4f, 0x50, 0x5e, 0x5f]);
/** As many as the engine takes. */
const MOST = 1_000_000;
const kind = { function: 0, table: 1, memory: 2, global: 3, tag: 4 } as const;

/** Reads the types of a module's functions. @throws AmbitError `SAND_WASM_NOT_A_MODULE`, or `SAND_WASM_MEMORY_REFUSED` for types of garbage collection. */
export function functionTypes(bytes: Uint8Array, sections: readonly Section[] = readSections(bytes)): FunctionTypes {
  const each = (id: number, read: (reader: ByteReader) => void): void => readEach(bytes, sections, id, read);
  const types: FunctionType[] = [];
  const functions: number[] = [];
  const tags: number[] = [];
  each(sectionId.type, (reader) => types.push(readType(reader)));
  each(sectionId.import, (reader) => readImport(reader, functions, tags));
  const imported = functions.length;
  each(sectionId.function, (reader) => functions.push(reader.unsigned()));
  each(sectionId.tag, (reader) => {
    reader.byte();
    tags.push(reader.unsigned());
  });
  return { types, functions, imported, tags };
}

function readEach(bytes: Uint8Array, sections: readonly Section[], id: number, read: (reader: ByteReader) => void): void {
  const section = sections.find((one) => one.id === id);
  if (section === undefined) return;
  const reader = new ByteReader(bytes, section.content, section.end);
  const count = reader.unsigned();
  if (count > MOST) throw broken();
  for (let left = count; left > 0; left--) read(reader);
}

function readType(reader: ByteReader): FunctionType {
  const form = reader.byte();
  if (GARBAGE_COLLECTED.has(form)) throw outsideMemory();
  if (form !== FUNCTION) throw broken();
  return { params: skipTypes(reader), results: skipTypes(reader) };
}

function skipTypes(reader: ByteReader): number {
  const count = reader.unsigned();
  for (let left = count; left > 0; left--) skipValueType(reader);
  return count;
}

function readImport(reader: ByteReader, functions: number[], tags: number[]): void {
  reader.take(reader.unsigned());
  reader.take(reader.unsigned());
  const what = reader.byte();
  if (what === kind.function) functions.push(reader.unsigned());
  else if (what === kind.tag) {
    reader.byte();
    tags.push(reader.unsigned());
  } else if (what === kind.global) {
    skipValueType(reader);
    reader.byte();
  } else if (what === kind.table || what === kind.memory) {
    if (what === kind.table) skipValueType(reader);
    const flags = reader.byte();
    reader.unsigned();
    if ((flags & 1) !== 0) reader.unsigned();
  } else throw broken();
}
