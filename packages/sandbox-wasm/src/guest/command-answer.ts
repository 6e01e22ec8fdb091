import { AmbitError, fromErrorReply, type JsonValue, parseBoundedJson } from "@ambit/api-types/guest";
import type { RunOutcome } from "../preview1/host/preview1-host.ts";
import { endError } from "./end-error.ts";

/**
 * What a command's run comes to: its standard output as JSON, else as text.
 *
 * @throws AmbitError the error it handed on in its output when it failed, else what ended it.
 */
export function commandAnswer(outcome: RunOutcome, output: string): JsonValue {
  const error = endError(outcome);
  if (error === undefined) return readOutput(output);
  throw error.code === "GUEST_EXITED" ? (handedOn(output) ?? error) : error;
}

function readOutput(output: string): JsonValue {
  try {
    return parseBoundedJson(output);
  } catch (error) {
    if (AmbitError.isInstance(error) && error.code !== "MESSAGE_MALFORMED") throw error;
    return output;
  }
}

function handedOn(output: string): AmbitError | undefined {
  if (!output.startsWith("{")) return undefined;
  const value = readOutput(output);
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, "error")) return undefined;
  return fromErrorReply((value as { readonly error: JsonValue }).error);
}
