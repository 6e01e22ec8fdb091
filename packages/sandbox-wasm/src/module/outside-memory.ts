import { AmbitError } from "@ambit/api-types";

/** The error for a module with objects of the engine's own heap: they stand outside its memory, where its limit does not reach. */
export function outsideMemory(): AmbitError {
  return new AmbitError("SAND_WASM_MEMORY_REFUSED", "The module has types of the garbage collection proposal, whose objects stand outside its memory; build it for linear memory alone.", { limit: "memoryMb" });
}
