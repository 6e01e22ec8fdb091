import { AmbitError, type JsonValue } from "@ambit/api-types/guest";
import type { WasmRunForm } from "./wasm-run.ts";

const NUL = "\0";
const place = /\{([A-Za-z0-9_-]{1,64})\}/g;
const placeAlone = /^\{([A-Za-z0-9_-]{1,64})\}$/;

/** Most words of one command, and most UTF-16 units of all together: what the guest's own argument list may hold. */
const MOST_WORDS = 1024;
const MOST_UNITS = 1_048_576;

type Values = Readonly<Record<string, JsonValue>>;

/**
 * The arguments of a command for one `tool/call`: the manifest's words with the call's arguments put in. A word stays one
 * argument whatever is put into it, since nothing ever splits it.
 *
 * @throws AmbitError `INVALID_PARAMS` for a value that is no text, number or truth value, that holds a NUL, or that a word needs and
 * the call lacks; `LIMIT_EXCEEDED` for more than an argument list may hold.
 */
export function commandWords(args: WasmRunForm["args"], params: JsonValue): readonly string[] {
  if (args === undefined) return [];
  const { tool, arguments: given } = objectOf(params);
  const values = objectOf(given ?? null);
  const words = templateOf(args, tool).flatMap((word) => fill(word, values));
  if (words.some((word) => word.includes(NUL))) throw invalid("An argument holds a NUL character, which no command can take.");
  if (words.length > MOST_WORDS || words.reduce((units, word) => units + word.length, 0) > MOST_UNITS) {
    throw new AmbitError("LIMIT_EXCEEDED", `The command has more than ${MOST_WORDS} arguments, or they are too long together.`, { limit: "message" });
  }
  return words;
}

function templateOf(args: NonNullable<WasmRunForm["args"]>, tool: JsonValue | undefined): readonly string[] {
  if (Array.isArray(args)) return args;
  // The other form of the two, by the manifest's schema.
  const byTool = args as Readonly<Record<string, readonly string[]>>;
  return typeof tool === "string" && Object.hasOwn(byTool, tool) ? (byTool[tool] ?? []) : [];
}

/** A word that is a place alone may become several arguments or none; elsewhere exactly one value goes in. */
function fill(word: string, values: Values): readonly string[] {
  const key = placeAlone.exec(word)?.[1];
  if (key === undefined) return [word.replaceAll(place, (_, name: string) => textOf(name, valueOf(values, name)))];
  const value = valueOf(values, key);
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value.map((item: JsonValue) => textOf(key, item)) : [textOf(key, value)];
}

function textOf(name: string, value: JsonValue | undefined): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  throw invalid(value === undefined || value === null ? `The argument "${name}" is missing.` : `The argument "${name}" is no text, number or truth value.`);
}

function valueOf(values: Values, name: string): JsonValue | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

function objectOf(value: JsonValue): Values {
  // Neither null nor a list, so an object of JSON.
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Values) : {};
}

function invalid(message: string): AmbitError {
  return new AmbitError("INVALID_PARAMS", message);
}
