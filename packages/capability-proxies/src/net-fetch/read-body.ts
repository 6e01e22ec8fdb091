import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { BoundedBytes } from "./bounded-bytes.ts";
import { type ContentCoding, createDecoder } from "./content-decoder.ts";

/**
 * Reads a body whole, its codings undone, and counts the decoded bytes as they come. The stream is destroyed in any case, and
 * with it the connection where the body was not read to its end.
 *
 * @throws AmbitError `LIMIT_EXCEEDED` (`fetchBytes`); what else the stream or a decoder throws.
 */
export async function readBody(body: Readable, codings: readonly ContentCoding[], fetchBytes: number): Promise<Buffer> {
  const collected = new BoundedBytes(fetchBytes);
  if (codings.length === 0) {
    for await (const chunk of body) collected.append(chunk as Uint8Array);
    return collected.bytes;
  }
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  const first = await chunks.next();
  // An empty body has no coding: answers to HEAD and 304 name one all the same.
  if (first.done === true) return collected.bytes;
  const decoders = codings.map((coding, index) => createDecoder(coding, index === 0 ? first.value[0] : undefined));
  await pipeline([
    startingWith(first.value, chunks),
    ...decoders,
    async (decoded: AsyncIterable<Uint8Array>) => {
      for await (const chunk of decoded) collected.append(chunk);
    },
  ]);
  return collected.bytes;
}

async function* startingWith(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield first;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
