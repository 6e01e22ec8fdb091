import type { JsonObject, JsonValue } from "@ambit/api-types";
import { createHostError } from "../error/create-host-error.ts";
import { httpError } from "../plugin/routes.ts";

/** What asking again would not change. */
const REFUSED = -32_010;
const METHOD_NOT_FOUND = -32_601;

/** The error that a program answered: its numbers are those of Escouade, where -(32000 + status) is an HTTP status. */
export function programError(error: JsonValue): Error {
  const { code, message } = (typeof error === "object" && error !== null ? error : {}) as JsonObject;
  const text = typeof message === "string" ? message : "The plugin answered with an error.";
  if (code === REFUSED) return createHostError({ code, message: text, data: { code: "REFUSED" } });
  if (code === METHOD_NOT_FOUND) return createHostError({ code, message: text, data: { code: "METHOD_NOT_FOUND" } });
  const status = typeof code === "number" ? -code - 32_000 : 0;
  return Number.isInteger(status) && status >= 400 && status <= 599 ? httpError(status, text) : new Error(text);
}
