import type {} from "./web-assembly-global.d.ts";
import type { Snapshot } from "quickjs-wasi";

/** Name under which the guest knows the host function that takes its messages. */
export const POST_FUNCTION = "ambit:post";

/** Name under which the guest knows the host function that tells where code was written. */
export const PLACE_FUNCTION = "ambit:place";

/** Name under which the guest knows the host function that makes the standard streams. */
export const STREAMS_FUNCTION = "ambit:make-streams";

/** Bytes of a memory, from `start` to before `end`. */
export interface MemoryRange {
  readonly start: number;
  readonly end: number;
}

/** What the engine itself holds a guest to. */
export interface EngineBounds {
  readonly memoryLimit: number;
  readonly maxStackSize: number;
}

/** What every instance starts from. Plain data and compiled modules: it crosses to workers, and its memory is shared with them. */
export interface EngineImage {
  readonly engine: WebAssembly.Module;
  readonly extensions: readonly { readonly name: string; readonly wasm: WebAssembly.Module }[];
  /** The memory of an instance in which the prelude has been loaded, and no plugin code ever ran. */
  readonly snapshot: Snapshot;
  /** The parts of that memory that a fresh instance of the engine does not have already; two thirds of it are nothing but zeros. */
  readonly filled: readonly MemoryRange[];
  /** The bounds that the snapshot was made with; they stand in its memory. */
  readonly bounds: EngineBounds;
  /** Where in that memory the functions are by which the host drives the guest. */
  readonly receive: number;
  readonly unhandled: number;
}
