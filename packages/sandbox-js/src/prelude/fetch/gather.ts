import type { ReadableStream } from "web-streams-polyfill";

/** Reads a stream of bytes to its end. @throws TypeError for a piece that is no bytes. */
export async function gather(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const reader = stream.getReader();
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (!(value instanceof Uint8Array)) {
      const error = new TypeError("A body's stream must give Uint8Arrays.");
      await reader.cancel(error);
      throw error;
    }
    pieces.push(value);
    length += value.length;
  }
  return pieces.length === 1 ? (pieces[0] as Uint8Array) : joined(pieces, length);
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
