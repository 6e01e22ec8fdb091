import { AmbitError } from "@ambit/api-types";
import { ByteReader } from "../module/byte-reader.ts";
import { skipConstant } from "../module/constant-expression.ts";
import { readSections, type Section, sectionId } from "../module/read-sections.ts";
import { removeSection, replaceSection, unsignedBytes } from "../module/write-section.ts";

/** Names under which a module's hidden state is exported. */
export interface StateNames {
  /** Every mutable global. */
  readonly globals: readonly string[];
  readonly tables: readonly string[];
  /** Its start function, which the engine does not call any more; absent where it has none. */
  readonly start?: string;
}

/** A module whose state can be read and put back. */
export interface ExposedModule {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly state: StateNames;
}

const PREFIX = "ambit:state:";
const MUTABLE = 1;
/** The types of a global that JavaScript can read and write without loss. */
const numberTypes: ReadonlySet<number> = new Set([0x7f, 0x7e, 0x7d, 0x7c]);
const kind = { function: 0, table: 1, global: 3 } as const;

interface NewExport {
  readonly name: string;
  readonly kind: number;
  readonly index: number;
}

/**
 * Exports every mutable global and every table of a module, and its start function instead of letting the engine call it, so
 * that an initialised instance can be copied. The module imports functions alone, so its own globals and tables count from 0.
 *
 * @throws AmbitError `SAND_WASM_INSTANTIATION_FAILED` for state that cannot be copied, naming it; `SAND_WASM_NOT_A_MODULE`.
 */
export function exposeState(bytes: Uint8Array<ArrayBuffer>): ExposedModule {
  const sections = readSections(bytes);
  const find = (id: number): Section | undefined => sections.find((section) => section.id === id);
  refusePassive(bytes, find(sectionId.element), find(sectionId.data));
  const globals = mutableGlobals(bytes, find(sectionId.global)).map((index) => ({ name: `${PREFIX}global:${index}`, kind: kind.global, index }));
  const tables = Array.from({ length: countOf(bytes, find(sectionId.table)) }, (_, index) => ({ name: `${PREFIX}table:${index}`, kind: kind.table, index }));
  const start = startOf(bytes, find(sectionId.start));
  const exposed = withExports(bytes, find(sectionId.export), [...globals, ...tables, ...start]);
  const section = readSections(exposed).find(({ id }) => id === sectionId.start);
  return {
    bytes: section === undefined ? exposed : removeSection(exposed, section),
    state: { globals: globals.map(({ name }) => name), tables: tables.map(({ name }) => name), ...(start[0] !== undefined && { start: start[0].name }) },
  };
}

function mutableGlobals(bytes: Uint8Array, section: Section | undefined): readonly number[] {
  if (section === undefined) return [];
  const reader = new ByteReader(bytes, section.content, section.end);
  const found: number[] = [];
  const count = reader.unsigned();
  for (let index = 0; index < count; index++) {
    const type = reader.byte();
    const isNumber = numberTypes.has(type);
    const mutable = reader.byte() === MUTABLE;
    if (mutable && !isNumber) throw refused("has a mutable global of vector or reference type");
    if (mutable) found.push(index);
    skipConstant(reader);
  }
  return found;
}

function countOf(bytes: Uint8Array, section: Section | undefined): number {
  return section === undefined ? 0 : new ByteReader(bytes, section.content, section.end).unsigned();
}

function startOf(bytes: Uint8Array, section: Section | undefined): readonly NewExport[] {
  if (section === undefined) return [];
  return [{ name: `${PREFIX}start`, kind: kind.function, index: new ByteReader(bytes, section.content, section.end).unsigned() }];
}

/** A passive segment may be used up while the module initialises, and nothing tells whether it was. */
function refusePassive(bytes: Uint8Array, elements: Section | undefined, data: Section | undefined): void {
  if (data !== undefined && hasPassiveData(bytes, data)) throw refused("has passive data segments");
  if (elements !== undefined && hasPassiveElements(bytes, elements)) throw refused("has passive element segments");
}

function hasPassiveData(bytes: Uint8Array, section: Section): boolean {
  const reader = new ByteReader(bytes, section.content, section.end);
  for (let left = reader.unsigned(); left > 0; left--) {
    const flags = reader.unsigned();
    if (flags === 1) return true;
    if (flags === 2) reader.unsigned();
    skipConstant(reader);
    reader.take(reader.unsigned());
  }
  return false;
}

function hasPassiveElements(bytes: Uint8Array, section: Section): boolean {
  const reader = new ByteReader(bytes, section.content, section.end);
  for (let left = reader.unsigned(); left > 0; left--) {
    const flags = reader.unsigned();
    if ((flags & 3) === 1) return true;
    skipElements(reader, flags);
  }
  return false;
}

function skipElements(reader: ByteReader, flags: number): void {
  const isActive = (flags & 1) === 0;
  const hasIndex = (flags & 2) !== 0;
  if (isActive && hasIndex) reader.unsigned();
  if (isActive) skipConstant(reader);
  if ((flags & 3) !== 0) reader.byte();
  for (let count = reader.unsigned(); count > 0; count--) {
    if ((flags & 4) === 0) reader.unsigned();
    else skipConstant(reader);
  }
}

function withExports(bytes: Uint8Array<ArrayBuffer>, section: Section | undefined, more: readonly NewExport[]): Uint8Array<ArrayBuffer> {
  if (section === undefined) throw new AmbitError("SAND_WASM_INSTANTIATION_FAILED", "The module exports nothing.");
  if (more.length === 0) return bytes;
  const reader = new ByteReader(bytes, section.content, section.end);
  const count = reader.unsigned();
  const entries = more.flatMap(({ name, kind: what, index }) => [...unsignedBytes(name.length), ...Buffer.from(name), what, ...unsignedBytes(index)]);
  return replaceSection(bytes, section, Buffer.concat([Buffer.from(unsignedBytes(count + more.length)), bytes.subarray(reader.at, section.end), Buffer.from(entries)]));
}

/** The error for a module that cannot be copied once it has run. `cause` says what the module has or did. */
export function refused(cause: string): AmbitError {
  return new AmbitError("SAND_WASM_INSTANTIATION_FAILED", `"instances": "per-call" is not possible: the module ${cause}.`);
}
