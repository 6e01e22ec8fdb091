import { AmbitError } from "@ambit/api-types";
import { Preview1Host, preview1ModuleName } from "../preview1/host/preview1-host.ts";
import { doorFieldName, doorModuleNames } from "../guest/ambit-import.ts";
import type { WasmBinding } from "../engine/web-assembly.ts";

/** Module names under which other versions of WASI are imported. */
const otherWasi = /^(wasi_unstable|wasi_snapshot_preview[02-9]|wasi:)/;

const offered: ReadonlySet<string> = new Set(Object.keys(new Preview1Host().functions));

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
  return doorModuleNames.includes(module) && name === doorFieldName;
}

function shorten(name: string): string {
  return name.length <= 64 ? name : `${name.slice(0, 63)}…`;
}
