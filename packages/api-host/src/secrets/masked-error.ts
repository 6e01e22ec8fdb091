import { inspect } from "node:util";
import { AmbitError } from "@ambit/api-types";

/**
 * An error with secrets masked in its words and in what it names; the same one where there is nothing to mask. A cause in
 * which a secret stands is left out.
 */
export function maskedError(error: AmbitError, mask: (text: string) => string): AmbitError {
  const { method, target } = error.details;
  const message = mask(error.message);
  const details = { ...error.details, ...(method !== undefined && { method: mask(method) }), ...(target !== undefined && { target: mask(target) }) };
  const cause = error.cause === undefined ? "" : inspect(error.cause);
  const isCausePlain = mask(cause) === cause;
  if (isCausePlain && message === error.message && details.method === method && details.target === target) return error;
  return new AmbitError(error.code, message, { ...details, ...(isCausePlain && { cause: error.cause }) });
}
