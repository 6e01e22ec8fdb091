import { AmbitError } from "../errors/ambit-error.ts";
import { MESSAGE_BYTES, MESSAGE_DEPTH } from "../limits/fixed-limits.ts";
import type { JsonValue } from "./json-value.ts";

/** How large and how deep a JSON text may be before it is parsed. */
export interface JsonBounds {
  /** Most bytes of the text in UTF-8. */
  readonly bytes: number;
  /** Most arrays and objects inside each other. */
  readonly depth: number;
}

/** The bounds of one message between guest and host. */
export const messageBounds: JsonBounds = { bytes: MESSAGE_BYTES, depth: MESSAGE_DEPTH };

/**
 * Parses JSON from a stranger, after its size and depth have been checked on the text itself.
 *
 * @throws AmbitError `MESSAGE_TOO_LARGE`, `MESSAGE_TOO_DEEP` or `MESSAGE_MALFORMED`.
 */
export function parseBoundedJson(text: string, bounds: JsonBounds = messageBounds): JsonValue {
  checkJsonBounds(text, bounds);
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    throw new AmbitError("MESSAGE_MALFORMED", "The message is not JSON.");
  }
}

/**
 * Checks size and depth of a JSON text without parsing it.
 *
 * @throws AmbitError `MESSAGE_TOO_LARGE` or `MESSAGE_TOO_DEEP`.
 */
export function checkJsonBounds(text: string, bounds: JsonBounds = messageBounds): void {
  checkBytes(text, bounds.bytes);
  checkDepth(text, bounds.depth);
}

function checkBytes(text: string, most: number): void {
  // A UTF-16 unit is at most three bytes of UTF-8, so short texts need no count.
  if (text.length * 3 <= most) return;
  if (text.length > most || utf8Bytes(text) > most) {
    throw new AmbitError("MESSAGE_TOO_LARGE", `The message is larger than ${most} bytes.`, { limit: "message" });
  }
}

/** Bytes of a text in UTF-8. Written out because guests' type checks know neither Node nor a browser. */
function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    // One more for what takes two bytes, two more for three. The two halves of a pair take four together; a half alone takes three.
    bytes += unit < 0x800 ? 1 : 2;
    if (unit >= 0xd800 && unit < 0xdc00 && isLowHalf(text.charCodeAt(at + 1))) at++;
  }
  return bytes;
}

function isLowHalf(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Counts open brackets outside strings; stops at the first one too many. */
function checkDepth(text: string, most: number): void {
  // A text with fewer brackets than the bound cannot be too deep, strings and all; most messages end here.
  if (text.length <= most || countsAtMost(text, "{", "[", most)) return;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) at = endOfString(text, at);
    else if (unit === 0x7b || unit === 0x5b) {
      if (++depth > most) throw new AmbitError("MESSAGE_TOO_DEEP", `The message is nested deeper than ${most} levels.`, { limit: "depth" });
    } else if (unit === 0x7d || unit === 0x5d) depth--;
  }
}

/** Tells whether two characters together come at most so often. */
function countsAtMost(text: string, one: string, other: string, most: number): boolean {
  let left = most;
  for (const wanted of [one, other]) {
    for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) if (--left < 0) return false;
  }
  return true;
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, quote: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(quote - 1 - slashes) === BACKSLASH) slashes++;
  return slashes % 2 === 1;
}
