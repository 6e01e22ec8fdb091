import { AmbitError, type JsonValue } from "@ambit/api-types";

/** A JSON value as it is stored, with the bytes that the quota counts for it. */
export interface StoredText {
  readonly text: string;
  /** UTF-8 bytes of the name and the text together. */
  readonly bytes: number;
}

/** The stored form of a value under a key or document id. */
export function storedText(name: string, value: JsonValue): StoredText {
  const text = JSON.stringify(value);
  return { text, bytes: Buffer.byteLength(name) + Buffer.byteLength(text) };
}

/**
 * Checks a key or document id.
 *
 * @throws AmbitError `INVALID_PARAMS` for text that UTF-8 cannot carry.
 */
export function requireWellFormed(text: string): string {
  if (text.isWellFormed()) return text;
  throw new AmbitError("INVALID_PARAMS", "A key or id must be well-formed Unicode.");
}

/** Orders texts by their UTF-8 bytes, which is the order of their code points. */
export function compareUtf8(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  let at = 0;
  while (at < length && left.charCodeAt(at) === right.charCodeAt(at)) at++;
  if (at === length) return left.length - right.length;
  return codePointRank(left.charCodeAt(at)) - codePointRank(right.charCodeAt(at));
}

/** Surrogates stand for code points above all other units. */
function codePointRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x1_0000 : unit;
}
