import { CREDIT_BYTES } from "@ambit/api-types";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { WaitingBytes } from "./waiting-bytes.ts";
import { wholeCharacters } from "./whole-characters.ts";

describe("bytes that wait", () => {
  test("come out as they went in, whatever the pieces", () => {
    const step = fc.oneof(fc.uint8Array({ maxLength: 60_000 }), fc.nat(70_000));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const waiting = new WaitingBytes();
        const [sent, got]: [Uint8Array[], Uint8Array[]] = [[], []];
        for (const one of steps) {
          if (typeof one === "number") {
            got.push(waiting.take(one));
            continue;
          }
          sent.push(one);
          waiting.push(one);
        }
        got.push(waiting.take(Number.POSITIVE_INFINITY));
        expect(Buffer.concat(got).equals(Buffer.concat(sent))).toBe(true);
        expect(waiting.length).toBe(0);
      }),
      { numRuns: 200 },
    );
  });

  test("are full at the credit, not before", () => {
    const waiting = new WaitingBytes();
    waiting.push(Buffer.alloc(CREDIT_BYTES - 1));
    expect(waiting.isFull).toBe(false);
    waiting.push(Buffer.alloc(1));
    expect(waiting.isFull).toBe(true);
    waiting.take(1);
    expect(waiting.isFull).toBe(false);
  });

  test("take nothing more after the end, and only the first end counts", () => {
    const waiting = new WaitingBytes();
    waiting.end(new Error("first"));
    waiting.end();
    waiting.push(Buffer.from("late"));
    expect([waiting.length, waiting.error?.message]).toEqual([0, "first"]);
  });
});

describe("whole characters", () => {
  test("text cut anywhere is cut back to the last whole character, and no further", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.nat(), (text, at) => {
        const bytes = Buffer.from(text.toWellFormed());
        const cut = bytes.subarray(0, bytes.length === 0 ? 0 : at % (bytes.length + 1));
        const whole = wholeCharacters(cut);
        expect(cut.length - whole).toBeLessThan(4);
        expect(() => new TextDecoder("utf-8", { fatal: true }).decode(cut.subarray(0, whole))).not.toThrow();
      }),
      { numRuns: 1000 },
    );
  });

  test("what is no text is not held back for ever", () => {
    for (const bytes of [[0x80, 0x80, 0x80, 0x80, 0x80], [0xff], [0xc0], [0x61, 0xf8]]) expect(wholeCharacters(Uint8Array.from(bytes))).toBe(bytes.length);
  });
});
