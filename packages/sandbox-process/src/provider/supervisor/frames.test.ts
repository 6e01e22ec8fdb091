import { expect, test } from "vitest";
import { encodeFrame, FRAME_BYTES, FrameReader, frameKind } from "./frames.ts";

const sent = [encodeFrame(frameKind.request, 1, '{"op":"ping"}'), encodeFrame(frameKind.stdout, 7, Buffer.from([0, 255])), encodeFrame(frameKind.end, 4_000_000_000)];

test.each([1, 2, 3, 9, 10, 1000])("frames come back from pieces of %d bytes", (size) => {
  const all = Buffer.concat(sent);
  const reader = new FrameReader();
  const frames = [];
  for (let at = 0; at < all.length; at += size) for (const { kind, id, payload } of reader.read(all.subarray(at, at + size))) frames.push([kind, id, payload.toString("hex")]);
  expect(frames).toEqual([[frameKind.request, 1, Buffer.from('{"op":"ping"}').toString("hex")], [frameKind.stdout, 7, "00ff"], [frameKind.end, 4_000_000_000, ""]]);
});

test("a frame that is too large is no frame, before its bytes are there", () => {
  const head = Buffer.alloc(9);
  head.writeUInt32LE(FRAME_BYTES + 1, 0);
  expect(() => [...new FrameReader().read(head)]).toThrow(RangeError);
  expect(() => encodeFrame(frameKind.data, 1, Buffer.alloc(FRAME_BYTES + 1))).toThrow(RangeError);
});
