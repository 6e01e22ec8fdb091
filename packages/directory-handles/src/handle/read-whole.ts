import type { OpenFile } from "./open-file.ts";
import { Refusal } from "../outcome/refusal.ts";

const firstChunk = 64 * 1024;

/** Reads a file to its end. Bytes are counted as they come, so that a file that grows meanwhile is refused all the same. */
export function readWhole(file: OpenFile, maxBytes: number): Uint8Array {
  let buffer: Uint8Array = new Uint8Array(Math.min(maxBytes, startSize(file, maxBytes)) + 1);
  let done = 0;
  for (;;) {
    const count = file.read(buffer, done, buffer.length - done, done);
    if (typeof count === "string") throw new Refusal(count);
    if (count === 0) return buffer.subarray(0, done);
    done += count;
    if (done > maxBytes) throw new Refusal("too-large");
    if (done === buffer.length) buffer = grow(buffer, maxBytes);
  }
}

function startSize(file: OpenFile, maxBytes: number): number {
  const size = file.size();
  if (typeof size === "string") throw new Refusal(size);
  if (size > maxBytes) throw new Refusal("too-large");
  return size === 0 ? firstChunk : size;
}

function grow(buffer: Uint8Array, maxBytes: number): Uint8Array {
  const larger = new Uint8Array(Math.min(buffer.length * 2, maxBytes + 1));
  larger.set(buffer);
  return larger;
}
