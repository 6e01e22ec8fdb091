import { AmbitError } from "@ambit/api-types";
import { webAssembly } from "../../engine/web-assembly.ts";

/** The error for whatever left a guest's code or the host's own. It holds no stack, and no word of the host's. */
export function errorOfThrown(thrown: unknown): AmbitError {
  if (AmbitError.isInstance(thrown)) return thrown;
  if (thrown instanceof RangeError && thrown.message.includes("call stack")) {
    return new AmbitError("GUEST_STACK_OVERFLOW", "The guest recursed too deeply.", { cause: thrown });
  }
  // A trap's message is the engine's own ("unreachable", "memory access out of bounds"): it names nothing of the host.
  const reason = thrown instanceof webAssembly.RuntimeError ? thrown.message : "an exception left the guest";
  return new AmbitError("GUEST_TRAPPED", `The guest trapped: ${reason}.`, { cause: thrown });
}
