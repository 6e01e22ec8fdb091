import type { AnyLimitName } from "../limits/limit-name.ts";
import { type ErrorCode, errorRegistry, isErrorCode } from "./error-registry.ts";

const marker = Symbol.for("ambit.error");

/** What an error carries beside its code and message. None of it may hold a host path, an address or a secret. */
export interface ErrorDetails {
  /** The limit that was passed, for `LIMIT_EXCEEDED` and its kin. */
  readonly limit?: AnyLimitName;
  /** The call that was refused or failed. */
  readonly method?: string;
  /** Host, root or program that the call was about. */
  readonly target?: string;
  /** Exit code of a guest that ended itself. */
  readonly exitCode?: number;
  /** An HTTP status that a service means to hand on; the number on the wire becomes -(32000 + status). */
  readonly httpStatus?: number;
}

/** Options of {@link AmbitError}: its details, and the cause, which stays on this side of the boundary. */
export interface AmbitErrorOptions extends ErrorDetails {
  /** What led to it. Kept for the host's own log; never sent to a guest or written to the journal. */
  readonly cause?: unknown;
}

/**
 * The one error class of Ambit. Recognise it with {@link AmbitError.isInstance}, which also works between two
 * copies of this package.
 */
export class AmbitError extends Error {
  /** Stable code; see {@link errorRegistry}. */
  readonly code: ErrorCode;
  /** What else is known, safe to show to a guest. */
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, options: AmbitErrorOptions = {}) {
    const { cause, ...details } = options;
    super(message, cause === undefined ? undefined : { cause });
    this.name = "AmbitError";
    Object.defineProperty(this, marker, { value: true });
    this.code = code;
    this.details = details;
  }

  /** The number on the wire. */
  get number(): number {
    const status = this.details.httpStatus;
    return status === undefined ? errorRegistry[this.code].number : -(32_000 + status);
  }

  /** Tells whether a value is an Ambit error, whichever copy of this package made it. */
  static isInstance(value: unknown): value is AmbitError {
    if (typeof value !== "object" || value === null) return false;
    return (value as Record<symbol, unknown>)[marker] === true && isErrorCode((value as { code?: unknown }).code);
  }
}
