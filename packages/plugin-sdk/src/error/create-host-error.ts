import type { ErrorCode, ErrorDetails, ErrorReply } from "@ambit/api-types";
import type { HostError } from "./host-error.ts";

const marker: unique symbol = Symbol.for("ambit.error") as never;

/**
 * Carries the mark of all Ambit errors. Its members are fields, which are defined and not assigned: whatever plugin code did to
 * prototypes, they are what they are here.
 */
class HostErrorOf extends Error implements HostError {
  override readonly name = "AmbitError";
  readonly code: ErrorCode;
  readonly number: number;
  readonly details: ErrorDetails;
  readonly [marker] = true;

  constructor(reply: ErrorReply) {
    super(reply.message);
    const { code, ...details } = reply.data;
    this.code = code;
    this.number = reply.code;
    this.details = details;
  }
}

/** Makes the error that a guest sees from the `error` of a JSON-RPC answer. */
export function createHostError(reply: ErrorReply): HostError {
  return new HostErrorOf(reply);
}
