import { MESSAGE_BYTES } from "@ambit/api-types";
import { describe, expect, test } from "vitest";
import { type Frame, FrameReader, encodeFrame } from "./process-frames.ts";

function read(bytes: Buffer, step: number): Frame[] {
  const frames: Frame[] = [];
  const reader = new FrameReader((frame) => frames.push(frame));
  for (let at = 0; at < bytes.length; at += step) reader.push(bytes.subarray(at, at + step));
  return frames;
}

describe("frames", () => {
  test("come together again, however the pipe cuts them", () => {
    const frames: Frame[] = [{ kind: 1, id: 0, text: "" }, { kind: 13, id: 0xffff_ffff, text: "größe 🙂" }, { kind: 2, id: 7, text: "x".repeat(5000) }];
    const bytes = Buffer.concat(frames.map(({ kind, id, text }) => encodeFrame(kind, id, text)));
    for (const step of [1, 2, 8, 9, 10, 1000, bytes.length]) expect(read(bytes, step)).toEqual(frames);
  });

  test("that say they are too large are refused at their head", () => {
    const head = Buffer.alloc(9);
    head.writeUInt32BE(MESSAGE_BYTES * 2, 0);
    expect(() => read(head, 9)).toThrow(expect.objectContaining({ code: "MESSAGE_TOO_LARGE" }));
    expect(() => encodeFrame(1, 0, "x".repeat(MESSAGE_BYTES * 2))).toThrow(expect.objectContaining({ code: "MESSAGE_TOO_LARGE" }));
  });
});
