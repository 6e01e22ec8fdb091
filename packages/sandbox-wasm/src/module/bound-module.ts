import { boundCode } from "./bound-code.ts";
import { boundCounts } from "./bound-counts.ts";
import { boundMemory } from "./bound-memory.ts";
import { boundTables } from "./bound-tables.ts";

/** What the instances of a module may hold. */
export interface ModuleBounds {
  /** Bytes of its memory; absent for a module that has none. */
  readonly memoryBytes?: number;
  /** Entries of its tables together. */
  readonly tableEntries?: number;
}

/**
 * The module as it may be compiled: its memory and tables end where they may, and compiling it ends too.
 *
 * @throws AmbitError `SAND_WASM_MEMORY_REFUSED` for what cannot be bounded, `SAND_WASM_NOT_A_MODULE` for a broken file.
 */
export async function boundModule(bytes: Uint8Array, { memoryBytes, tableEntries }: ModuleBounds): Promise<Uint8Array<ArrayBuffer>> {
  boundCounts(bytes);
  await boundCode(bytes);
  return boundTables(memoryBytes === undefined ? new Uint8Array(bytes) : boundMemory(bytes, memoryBytes), tableEntries);
}
