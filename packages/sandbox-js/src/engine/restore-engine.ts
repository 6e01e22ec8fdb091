import { type ExtensionDescriptor, QuickJS, type QuickJSOptions } from "quickjs-wasi";
import type { EngineBounds, EngineImage } from "./engine-image.ts";

/** What an instance calls. */
export type RestoreHandlers = Required<Pick<QuickJSOptions, "interruptHandler" | "onUnhandledRejection" | "moduleLoader">>;

/** How a guest drives and bounds its engine, beside what the image says. */
export type RestoreOptions = RestoreHandlers & EngineBounds & Required<Pick<QuickJSOptions, "wasi">>;

/**
 * Makes an instance of the engine from the image. Where it has the image's own bounds, only what is not zero is written into its memory:
 * the rest is never touched, and costs nothing.
 */
export async function restoreEngine(image: EngineImage, memory: WebAssembly.Memory, options: RestoreOptions): Promise<QuickJS> {
  const all: QuickJSOptions = { ...options, wasm: image.engine, extensions: image.extensions as ExtensionDescriptor[], timezoneOffset: 0 };
  const { bounds, snapshot } = image;
  if (options.memoryLimit !== bounds.memoryLimit || options.maxStackSize !== bounds.maxStackSize) return QuickJS.restore(snapshot, all);
  const vm = await QuickJS.restore({ ...snapshot, memory: NOTHING }, all);
  // The bounds and handlers that the engine was given just now are in the image as well, and are written once more with it.
  const into = new Uint8Array(memory.buffer);
  for (const { start, end } of image.filled) into.set(snapshot.memory.subarray(start, end), start);
  return vm;
}

const NOTHING = new Uint8Array(0);
