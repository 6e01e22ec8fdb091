import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { BoundedBytes } from "./bounded-bytes.ts";
import { type ContentCoding, createDecoder } from "./content-decoder.ts";

/** Takes a body's bytes, decoded, as they come. While what it gives back is not done, no more are read. */
export type BodyTaker = (chunk: Uint8Array) => void | Promise<void>;

/**
 * Reads a body whole, its codings undone, and counts the decoded bytes as they come. The stream is destroyed in any case, and
 * with it the connection where the body was not read to its end.
 *
 * @throws AmbitError `LIMIT_EXCEEDED` (`fetchBytes`); what else the stream or a decoder throws.
 */
export async function readBody(body: Readable, codings: readonly ContentCoding[], fetchBytes: number): Promise<Buffer> {
  const collected = new BoundedBytes(fetchBytes);
  await takeBody(body, codings, (chunk) => collected.append(chunk));
  return collected.bytes;
}

/** Hands a body on as it comes, its codings undone. The stream is destroyed in any case. */
export async function takeBody(body: Readable, codings: readonly ContentCoding[], take: BodyTaker): Promise<void> {
  if (codings.length === 0) return takeAll(body, take);
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  const first = await chunks.next();
  // An empty body has no coding: answers to HEAD and 304 name one all the same.
  if (first.done === true) return;
  const decoders = codings.map((coding, index) => createDecoder(coding, index === 0 ? first.value[0] : undefined));
  await pipeline([startingWith(first.value, chunks), ...decoders, (decoded: AsyncIterable<Uint8Array>) => takeAll(decoded, take)]);
}

async function takeAll(chunks: AsyncIterable<unknown>, take: BodyTaker): Promise<void> {
  for await (const chunk of chunks) {
    const taken = take(chunk as Uint8Array);
    // Mostly it is done at once, and a turn of the loop for each chunk would be felt.
    if (taken !== undefined) await taken;
  }
}

async function* startingWith(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield first;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
