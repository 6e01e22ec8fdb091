import { AmbitError, type ErrorDetails } from "./ambit-error.ts";
import { isLimitName } from "../limits/limit-name.ts";
import { type ErrorCode, isErrorCode } from "./error-registry.ts";

/** An error as it crosses the wire: JSON-RPC's `error` object, with the stable code in `data`. */
export interface ErrorReply {
  /** JSON-RPC error number. */
  readonly code: number;
  /** One sentence for the reader; host errors carry no path, address or stack. */
  readonly message: string;
  /** The stable code, and the details that are safe to show. */
  readonly data: { readonly code: ErrorCode } & ErrorDetails;
}

/** Longest message that crosses to a guest or the journal, in UTF-16 units. */
const MESSAGE_UNITS = 1024;

/**
 * Turns whatever was thrown into what a guest may see: an {@link AmbitError} as it is, anything else as
 * `INTERNAL_ERROR` without its words.
 */
export function toErrorReply(thrown: unknown): ErrorReply {
  const error = AmbitError.isInstance(thrown) ? thrown : new AmbitError("INTERNAL_ERROR", "The host failed. Its log has the details.");
  return { code: error.number, message: error.message.slice(0, MESSAGE_UNITS), data: { code: error.code, ...error.details } };
}

/**
 * Turns an error that came over the wire back into an {@link AmbitError}. What is not a registered code becomes
 * `fallback`, so that a peer cannot invent codes.
 */
export function fromErrorReply(reply: unknown, fallback: ErrorCode = "GUEST_ERROR"): AmbitError {
  const source = (typeof reply === "object" && reply !== null ? reply : {}) as { message?: unknown; data?: { code?: unknown } & ErrorDetails };
  const message = typeof source.message === "string" ? source.message.slice(0, MESSAGE_UNITS) : "The plugin failed without a message.";
  const code = isErrorCode(source.data?.code) ? source.data.code : fallback;
  return new AmbitError(code, message, knownDetails(source.data));
}

function knownDetails(data: ErrorDetails | undefined): ErrorDetails {
  if (typeof data !== "object" || data === null) return {};
  const { limit, method, target, exitCode, httpStatus } = data;
  return {
    ...(isLimitName(limit) && { limit }),
    ...(typeof method === "string" && { method: method.slice(0, 64) }),
    ...(typeof target === "string" && { target: target.slice(0, 255) }),
    ...(Number.isInteger(exitCode) && { exitCode: Number(exitCode) }),
    ...(isHttpStatus(httpStatus) && { httpStatus }),
  };
}

function isHttpStatus(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 400 && Number(value) <= 599;
}
