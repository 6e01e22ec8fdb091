import type { Transform } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from "node:zlib";
import { AmbitError } from "@ambit/api-types";

/** Most codings of one body. More than one is rare; a longer chain is a bomb. */
const mostCodings = 2;

/** Largest window a zstd body may ask for, as a power of two: 8 MiB, what HTTP allows. The decoder's own default is 16 times that. */
const zstdWindowLog = 23;

/** The codings that a request offers where the guest names none. */
export const offeredCodings = "gzip, deflate, br, zstd";

/** A coding of a body that can be undone. */
export type ContentCoding = "gzip" | "deflate" | "br" | "zstd";

const codings: ReadonlyMap<string, ContentCoding | undefined> = new Map([
  ["gzip", "gzip"],
  ["x-gzip", "gzip"],
  ["deflate", "deflate"],
  ["br", "br"],
  ["zstd", "zstd"],
  ["identity", undefined],
  ["", undefined],
]);

/**
 * Reads a `content-encoding` header into the codings to undo, the last applied first.
 *
 * @throws AmbitError `NETWORK_FAILED` for a coding that is unknown, which it names, or for more than two.
 */
export function readContentEncoding(header: string): readonly ContentCoding[] {
  const names = header.split(",", mostCodings * 4).map((name) => name.trim().toLowerCase());
  const found = names.map(knownCoding).filter((coding) => coding !== undefined);
  if (found.length > mostCodings) throw new AmbitError("NETWORK_FAILED", `The answer's body is encoded more than ${mostCodings} times.`);
  return found.reverse();
}

function knownCoding(name: string): ContentCoding | undefined {
  if (codings.has(name)) return codings.get(name);
  throw new AmbitError("NETWORK_FAILED", `The answer's body has an encoding that is not supported: ${nameOrNothing(name)}.`);
}

/** A coding's name for a message: a plain token, cut short; the header is the server's and may hold anything. */
function nameOrNothing(name: string): string {
  return /^[a-z0-9][a-z0-9._-]{0,31}$/.test(name) ? `"${name}"` : "its name is malformed";
}

/**
 * The decoder of one coding. Decoders give their output piece by piece and wait while nobody takes it, so a bomb costs no
 * more memory than a piece.
 *
 * @param firstByte of the coded bytes where it is known: `deflate` is sent with or without its zlib header.
 */
export function createDecoder(coding: ContentCoding, firstByte: number | undefined): Transform {
  switch (coding) {
    case "gzip":
      return createGunzip();
    case "deflate":
      return firstByte === undefined || (firstByte & 0x0f) === 8 ? createInflate() : createInflateRaw();
    case "br":
      return createBrotliDecompress();
    case "zstd":
      return createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: zstdWindowLog } });
  }
}
