import { AmbitError, type WasmRun } from "@ambit/api-types";
import { canSuspend, webAssembly, type WasmModule } from "../engine/web-assembly.ts";
import { formOf, type WasmImage } from "../guest/module-form.ts";
import { boundModule } from "../module/bound-module.ts";
import { exportNames } from "../module/export-names.ts";
import { checkImports, waitsForCalls } from "../module/module-imports.ts";
import { exposeState } from "../snapshot/expose-state.ts";

/** How a module is to be run. */
export interface ModuleWishes {
  readonly instances?: WasmRun["instances"];
  /** Whether a module that waits for calls it began is suspended meanwhile; `always`: every module runs so that it could be. */
  readonly suspend?: boolean | "always";
}

/**
 * Checks, bounds and compiles a module: what comes out can be instantiated with nothing but what the host offers, and can
 * hold no more memory than it may. With `per-call`, a reactor's state is exported too, so that it can be copied.
 *
 * @throws AmbitError `SAND_WASM_NOT_A_MODULE`, `SAND_WASM_WASI_VERSION_UNSUPPORTED`, `SAND_WASM_IMPORT_UNKNOWN`,
 * `SAND_WASM_MEMORY_REFUSED` or `SAND_WASM_INSTANTIATION_FAILED`.
 */
export async function prepareModule(bytes: Uint8Array<ArrayBuffer>, memoryMb: number, { instances = "shared", suspend = canSuspend }: ModuleWishes = {}): Promise<WasmImage> {
  const bounded = await boundModule(bytes, { memoryBytes: memoryMb * 1_048_576 });
  const exposed = instances === "per-call" && isReactor(bounded) ? exposeState(bounded) : undefined;
  const module = await compile(exposed?.bytes ?? bounded);
  const imports = webAssembly.Module.imports(module);
  checkImports(imports);
  const exports = webAssembly.Module.exports(module);
  const form = formOf(exports.filter((one) => one.kind === "function").map((one) => one.name));
  if (form === undefined) throw new AmbitError("SAND_WASM_INSTANTIATION_FAILED", 'The module exports neither "_start" (command form) nor "ambit_turn" (reactor form).');
  if (!exports.some((one) => one.kind === "memory" && one.name === "memory")) throw new AmbitError("SAND_WASM_INSTANTIATION_FAILED", 'The module does not export its memory as "memory".');
  // An instance that is put back from a copy has no stack of its own that could be kept meanwhile.
  const suspends = canSuspend && exposed === undefined && (suspend === "always" || (suspend && waitsForCalls(imports)));
  return { module, form, ...(suspends && { suspends }), ...(exposed !== undefined && { state: exposed.state }) };
}

/** Whether its export names make a reactor of it; a command has an instance for each call as it is. */
function isReactor(bytes: Uint8Array): boolean {
  return formOf(exportNames(bytes)) === "reactor";
}

async function compile(bytes: Uint8Array<ArrayBuffer>): Promise<WasmModule> {
  try {
    return await webAssembly.compile(bytes);
  } catch (cause) {
    throw new AmbitError("SAND_WASM_NOT_A_MODULE", "The file begins like a WebAssembly module, but the engine refuses it.", { cause });
  }
}
