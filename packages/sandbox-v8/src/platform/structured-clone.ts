import { DOMException } from "./dom-exception.ts";

const ERRORS: Readonly<Record<string, ErrorConstructor>> = { Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };

/** The standard structured clone, for the kinds of values that a plugin can have. */
export function structuredClone(value: unknown): unknown {
  return clone(value, new Map());
}

function clone(value: unknown, known: Map<object, unknown>): unknown {
  if (typeof value === "symbol" || typeof value === "function") throw uncloneable(value);
  if (typeof value !== "object" || value === null) return value;
  if (known.has(value)) return known.get(value);
  const copy = emptyCopy(value);
  known.set(value, copy);
  if (copy instanceof Map) for (const [key, item] of Array.from(value as Map<unknown, unknown>)) copy.set(clone(key, known), clone(item, known));
  else if (copy instanceof Set) for (const item of Array.from(value as Set<unknown>)) copy.add(clone(item, known));
  else if (isPlain(copy)) for (const key of Object.keys(value)) define(copy, key, clone((value as Record<string, unknown>)[key], known));
  return copy;
}

function isPlain(copy: object): boolean {
  return Array.isArray(copy) || Object.prototype.toString.call(copy) === "[object Object]";
}

function define(copy: object, key: string, value: unknown): void {
  Object.defineProperty(copy, key, { value, writable: true, enumerable: true, configurable: true });
}

/** A copy without its parts, or with all of them where they are no values of their own. */
function emptyCopy(value: object): object {
  if (Array.isArray(value)) return Object.assign([] as unknown[], { length: value.length });
  if (value instanceof Date) return new Date(value.getTime());
  if (value instanceof RegExp) return new RegExp(value.source, value.flags);
  if (value instanceof Map) return new Map();
  if (value instanceof Set) return new Set();
  if (value instanceof ArrayBuffer) return value.slice(0);
  if (ArrayBuffer.isView(value)) return copyView(value);
  if (value instanceof Error) return copyError(value);
  if (value instanceof Boolean || value instanceof Number || value instanceof String || value instanceof BigInt) return Object(value.valueOf()) as object;
  if (value instanceof Promise || value instanceof WeakMap || value instanceof WeakSet || value instanceof WeakRef) throw uncloneable(value);
  return {};
}

function copyView(view: ArrayBufferView): object {
  const buffer = (view.buffer as ArrayBuffer).slice(0);
  if (view instanceof DataView) return new DataView(buffer, view.byteOffset, view.byteLength);
  const typed = view as Uint8Array;
  const Kind = Object.getPrototypeOf(typed).constructor as new (buffer: ArrayBuffer, offset: number, length: number) => object;
  return new Kind(buffer, typed.byteOffset, typed.length);
}

function copyError(error: Error): Error {
  const Kind = Object.hasOwn(ERRORS, error.name) ? (ERRORS[error.name] ?? Error) : Error;
  const copy = new Kind(error.message);
  if (Object.hasOwn(error, "cause")) Object.defineProperty(copy, "cause", { value: error.cause, writable: true, configurable: true });
  Object.defineProperty(copy, "stack", { value: error.stack, writable: true, configurable: true });
  return copy;
}

function uncloneable(value: unknown): Error {
  return new DOMException(`${typeof value === "object" ? "This object" : String(value)} could not be cloned.`, "DataCloneError");
}
