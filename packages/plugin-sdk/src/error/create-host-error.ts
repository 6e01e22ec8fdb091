import type { ErrorReply } from "@ambit/api-types";
import type { HostError } from "./host-error.ts";

const marker = Symbol.for("ambit.error");

/** Makes the error that a guest sees from the `error` of a JSON-RPC answer. It carries the mark of all Ambit errors. */
export function createHostError(reply: ErrorReply): HostError {
  const { code, ...details } = reply.data;
  const error = new Error(reply.message);
  return Object.defineProperties(error, {
    name: { value: "AmbitError", configurable: true },
    code: { value: code, enumerable: true },
    number: { value: reply.code, enumerable: true },
    details: { value: Object.freeze(details), enumerable: true },
    [marker]: { value: true },
  }) as HostError;
}
