import type { WasmGlobal, WasmInstance, WasmMemory, WasmTable } from "../engine/web-assembly.ts";
import { refused, type StateNames } from "./expose-state.ts";
import { memoryDifference, type MemoryRun } from "./memory-difference.ts";

const PAGE_BYTES = 65_536;

/** How an instance was when it had been made and had not run yet. */
export interface InstanceBaseline {
  readonly memory: Uint8Array;
  readonly tables: readonly (readonly unknown[])[];
}

/** An initialised instance as it can be put into a fresh one. */
export interface InstanceSnapshot {
  /** Bytes of its memory. */
  readonly memoryBytes: number;
  /** What of its memory differs from a fresh one. */
  readonly runs: readonly MemoryRun[];
  readonly globals: readonly (number | bigint)[];
}

/** Notes how a fresh instance is, before anything of it has run. */
export function takeBaseline(instance: WasmInstance, memory: WasmMemory, names: StateNames): InstanceBaseline {
  return { memory: new Uint8Array(memory.buffer.slice(0)), tables: tablesOf(instance, names).map(entriesOf) };
}

/**
 * Copies an instance that has been initialised.
 *
 * @throws AmbitError `SAND_WASM_INSTANTIATION_FAILED` where a table has changed or a global holds what cannot be put back.
 */
export function takeSnapshot(instance: WasmInstance, memory: WasmMemory, names: StateNames, baseline: InstanceBaseline): InstanceSnapshot {
  tablesOf(instance, names).forEach((table, index) => checkUnchanged(table, baseline.tables[index] ?? []));
  const after = new Uint8Array(memory.buffer);
  return {
    memoryBytes: after.length,
    runs: memoryDifference(baseline.memory, after),
    globals: names.globals.map((name) => numberOf(instance, name)),
  };
}

/** Makes a fresh instance what the snapshot was taken of. Its start function has not run, and must not. */
export function restoreSnapshot(instance: WasmInstance, memory: WasmMemory, names: StateNames, snapshot: InstanceSnapshot): void {
  const missing = snapshot.memoryBytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(missing / PAGE_BYTES);
  const bytes = new Uint8Array(memory.buffer);
  for (const run of snapshot.runs) bytes.set(run.bytes, run.at);
  names.globals.forEach((name, index) => {
    globalOf(instance, name).value = snapshot.globals[index] ?? 0;
  });
}

/** JavaScript has one NaN where WebAssembly has many, so the one that was there could not be put back. */
function numberOf(instance: WasmInstance, name: string): number | bigint {
  const { value } = globalOf(instance, name);
  if (typeof value === "number" && Number.isNaN(value)) throw refused("has a global that holds no number after its initialisation");
  return value;
}

function checkUnchanged(table: WasmTable, before: readonly unknown[]): void {
  const same = table.length === before.length && before.every((entry, index) => table.get(index) === entry);
  if (!same) throw refused("changed a table during its initialisation");
}

function entriesOf(table: WasmTable): readonly unknown[] {
  return Array.from({ length: table.length }, (_, index) => table.get(index));
}

// The names come from the rewritten module's own export section, so each export is of the kind it was made for.
function tablesOf(instance: WasmInstance, { tables }: StateNames): readonly WasmTable[] {
  return tables.map((name) => instance.exports[name] as WasmTable);
}

function globalOf(instance: WasmInstance, name: string): WasmGlobal {
  return instance.exports[name] as WasmGlobal;
}
