import { LOG_MESSAGE_BYTES } from "@ambit/api-types";

const cutNote = " [cut]";

/** What a terminal or a log viewer could take for an order, or for the end of a line: controls, line separators, bidi marks, lone surrogates. */
const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** The text as one line that is safe to show: unprintable characters as `\u{...}`, a backslash as two, at most 8 KiB of UTF-8. */
export function printableText(text: string): string {
  // Each character becomes at least one byte, so what is past the bound can't appear; it need not be escaped first.
  const escaped = text.slice(0, LOG_MESSAGE_BYTES + 1).replaceAll("\\", "\\\\").replace(unprintable, escapeCharacter);
  if (text.length <= LOG_MESSAGE_BYTES && Buffer.byteLength(escaped) <= LOG_MESSAGE_BYTES) return escaped;
  return `${cutToBytes(escaped, LOG_MESSAGE_BYTES - cutNote.length)}${cutNote}`;
}

const shortEscapes: ReadonlyMap<string, string> = new Map([["\n", "\\n"], ["\r", "\\r"], ["\t", "\\t"]]);

function escapeCharacter(character: string): string {
  return shortEscapes.get(character) ?? `\\u{${character.codePointAt(0)?.toString(16) ?? ""}}`;
}

/** Cuts a text to as many bytes of UTF-8, between two characters. */
function cutToBytes(text: string, most: number): string {
  const bytes = Buffer.from(text);
  let end = Math.min(most, bytes.length);
  // A byte of the form 10xxxxxx goes on with the character before it.
  while (end > 0 && end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString("utf8", 0, end);
}
