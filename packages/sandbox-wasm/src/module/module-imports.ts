import { AmbitError } from "@ambit/api-types";
import { preview1FunctionNames } from "../preview1/host/preview1-functions.ts";
import { preview1ModuleName } from "../preview1/host/preview1-host.ts";
import { doorFieldName, doorModuleNames } from "../guest/ambit-import.ts";
import { beginFieldName, beginModuleName, waitFieldName } from "../guest/begun-calls.ts";
import type { WasmBinding } from "../engine/web-assembly.ts";

/** Module names under which other versions of WASI are imported. */
const otherWasi = /^(wasi_unstable|wasi_snapshot_preview[02-9]|wasi:)/;

const offered: ReadonlySet<string> = new Set(preview1FunctionNames);

/**
 * Checks that a module imports nothing but functions the host offers.
 *
 * @throws AmbitError `SAND_WASM_WASI_VERSION_UNSUPPORTED` for another WASI, `SAND_WASM_MEMORY_REFUSED` for an imported memory,
 * `SAND_WASM_IMPORT_UNKNOWN` for anything else, naming it.
 */
export function checkImports(imports: readonly WasmBinding[]): void {
  for (const { module = "", name, kind } of imports) {
    const shown = `"${shorten(module)}"."${shorten(name)}"`;
    if (otherWasi.test(module)) throw new AmbitError("SAND_WASM_WASI_VERSION_UNSUPPORTED", `The module imports ${shown}, of a WASI version that is not offered.`);
    if (kind === "memory") throw new AmbitError("SAND_WASM_MEMORY_REFUSED", `The module imports its memory (${shown}); it must have its own.`);
    if (kind === "function" && isOffered(module, name)) continue;
    throw new AmbitError("SAND_WASM_IMPORT_UNKNOWN", `The module imports ${kind} ${shown}, which the host does not offer.`);
  }
}

function isOffered(module: string, name: string): boolean {
  if (module === preview1ModuleName) return offered.has(name);
  if (module === beginModuleName && (name === beginFieldName || name === waitFieldName)) return true;
  return doorModuleNames.includes(module) && name === doorFieldName;
}

/** Whether a module waits for calls that it began. */
export function waitsForCalls(imports: readonly WasmBinding[]): boolean {
  return imports.some(({ module, name }) => module === beginModuleName && name === waitFieldName);
}

function shorten(name: string): string {
  return name.length <= 64 ? name : `${name.slice(0, 63)}…`;
}
