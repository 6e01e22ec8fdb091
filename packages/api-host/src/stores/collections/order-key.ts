import { createHash } from "node:crypto";
import type { JsonValue } from "@ambit/api-types";

/** First byte of a key: values of different types never mix in the order. */
export const keyRank = { none: 0, boolean: 1, number: 2, text: 3, other: 4 } as const;

/** Bytes of a text that its key holds; a longer text is told from others by a hash behind them. */
export const KEY_TEXT_BYTES = 1024;

/**
 * A value as bytes that sort as the values do. The stores compare nothing else, so that all of them order alike.
 */
export function orderKey(value: JsonValue | undefined): Buffer {
  if (value === undefined || value === null) return Buffer.of(keyRank.none);
  if (typeof value === "boolean") return Buffer.of(keyRank.boolean, value ? 1 : 0);
  if (typeof value === "number") return numberKey(value);
  if (typeof value === "string") return textKey(value);
  return Buffer.of(keyRank.other);
}

function numberKey(value: number): Buffer {
  const key = Buffer.alloc(9);
  key[0] = keyRank.number;
  // Adding zero turns -0 into 0, which it equals.
  key.writeDoubleBE(value + 0, 1);
  const negative = value < 0;
  for (let at = 1; at < 9; at++) {
    const byte = key[at] ?? 0;
    key[at] = negative ? byte ^ 0xff : at === 1 ? byte ^ 0x80 : byte;
  }
  return key;
}

function textKey(value: string): Buffer {
  const bytes = Buffer.from(value);
  const rank = Buffer.of(keyRank.text);
  if (bytes.length <= KEY_TEXT_BYTES) return Buffer.concat([rank, bytes]);
  return Buffer.concat([rank, bytes.subarray(0, KEY_TEXT_BYTES), createHash("sha256").update(bytes).digest()]);
}
