import { isUtf8 } from "node:buffer";
import { AmbitError, type DataEncoding } from "@ambit/api-types";

/**
 * Turns data from a guest into bytes. Nothing is mended: base64 must be in its one canonical form (padded, no spaces), text
 * must be well-formed Unicode.
 *
 * @throws AmbitError `INVALID_PARAMS`.
 */
export function decodeData(data: string, encoding: DataEncoding = "utf8"): Buffer {
  if (encoding === "utf8") {
    if (!data.isWellFormed()) throw invalid("The text is not well-formed Unicode: send the bytes as base64.");
    return Buffer.from(data, "utf8");
  }
  const bytes = Buffer.from(data, "base64");
  // Node.js skips what is no base64; only the canonical form comes back the same.
  if (bytes.toString("base64") !== data) throw invalid("The data is not canonical base64 (padded, without spaces).");
  return bytes;
}

/** Turns bytes into data for a guest: in the wanted form, or as base64 where they are no UTF-8. Nothing is lost. */
export function encodeData(bytes: Uint8Array, wanted: DataEncoding = "utf8"): { readonly data: string; readonly encoding: DataEncoding } {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const encoding = wanted === "utf8" && isUtf8(view) ? "utf8" : "base64";
  return { data: view.toString(encoding), encoding };
}

function invalid(message: string): AmbitError {
  return new AmbitError("INVALID_PARAMS", message);
}
