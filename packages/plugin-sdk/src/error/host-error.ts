import type { ErrorCode, ErrorDetails } from "@ambit/api-types";

/** An error that a call of the host ended in. */
export interface HostError extends Error {
  readonly name: "AmbitError";
  /** Stable code, such as `PERMISSION_DENIED`. */
  readonly code: ErrorCode;
  /** JSON-RPC error number. */
  readonly number: number;
  /** What else is known, such as the limit that was passed. */
  readonly details: ErrorDetails;
}

const marker = Symbol.for("ambit.error");

/** Tells whether something thrown came from the host; with a code, whether it is that error. */
export function isHostError(thrown: unknown, code?: ErrorCode): thrown is HostError {
  if (typeof thrown !== "object" || thrown === null || (thrown as Record<symbol, unknown>)[marker] !== true) return false;
  return code === undefined || (thrown as HostError).code === code;
}
