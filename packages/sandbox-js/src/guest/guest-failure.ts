import { AmbitError, type LimitName } from "@ambit/api-types/guest";
import { JSException } from "quickjs-wasi";

/**
 * Says what ended a guest, from what came out of its engine. Plugin code's own errors never get here: the prelude turns them
 * into answers. What does is an error that the engine keeps the guest from catching, or a fault of the engine's instance.
 */
export function guestFailure(thrown: unknown, passed: LimitName | undefined): AmbitError {
  if (AmbitError.isInstance(thrown)) return thrown;
  // Its words alone: the engine's exceptions hold on to all of the engine.
  const cause = String(thrown);
  const limit = passed ?? (isOutOfMemory(thrown) ? "memoryMb" : undefined);
  if (limit !== undefined) return new AmbitError("LIMIT_EXCEEDED", `The plugin's code passed its limit ${limit}.`, { limit, cause });
  if (thrown instanceof RangeError) return new AmbitError("GUEST_STACK_OVERFLOW", "The plugin's code recursed too deeply.", { limit: "stack", cause });
  return new AmbitError("GUEST_TRAPPED", "The plugin's engine could not go on.", { cause });
}

const NO_MEMORY: readonly string[] = [
  "out of memory",
  "string too long",
  // The engine has no memory left even for the error.
  "<null>",
  "null",
];

function isOutOfMemory(thrown: unknown): boolean {
  if (thrown instanceof JSException) return NO_MEMORY.includes(thrown.message);
  return thrown instanceof Error && thrown.message === "wasm_malloc failed";
}
