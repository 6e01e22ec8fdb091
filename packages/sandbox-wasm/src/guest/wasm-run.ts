import { AmbitError, type GuestInit } from "@ambit/api-types/guest";

/** What the manifest says of a module's start. */
export type WasmRunForm = Extract<GuestInit["run"], { readonly wasm: string }>;

/** The `run` of a guest of this backend. @throws AmbitError `SAND_WASM_INSTANTIATION_FAILED` where it is none of WebAssembly. */
export function wasmRun(init: GuestInit): WasmRunForm {
  if ("wasm" in init.run) return init.run;
  throw new AmbitError("SAND_WASM_INSTANTIATION_FAILED", "The wasm backend runs no JavaScript.");
}
