import type { EngineBounds } from "./engine-image.ts";

const MIB = 1_048_576;

/**
 * Bytes of the engine's own stack. Past it the plugin gets an error that it can catch; what recurses through the engine's
 * other parts ends at the thread's stack, and the instance with it.
 */
const STACK_BYTES: number = 192 * 1024;

/** What the engine holds a guest of a given `memoryMb` to. */
export function engineBounds(memoryMb: number): EngineBounds {
  return { memoryLimit: memoryMb * MIB, maxStackSize: STACK_BYTES };
}
