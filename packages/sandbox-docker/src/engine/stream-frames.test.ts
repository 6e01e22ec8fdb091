import { expect, test } from "vitest";
import { StreamFrames } from "./stream-frames.ts";

function frame(stream: number, text: string): Buffer {
  const head = Buffer.alloc(8);
  head[0] = stream;
  head.writeUInt32BE(text.length, 4);
  return Buffer.concat([head, Buffer.from(text)]);
}

test.each([1, 3, 7, 8, 9, 1000])("the two streams come out of pieces of %d bytes", (size) => {
  const all = Buffer.concat([frame(1, "out"), frame(2, "err"), frame(1, ""), frame(1, " again")]);
  const taken = { stdout: "", stderr: "" };
  const frames = new StreamFrames((stream, piece) => (taken[stream] += piece.toString()));
  for (let at = 0; at < all.length; at += size) frames.read(all.subarray(at, at + size));
  expect(taken).toEqual({ stdout: "out again", stderr: "err" });
});
