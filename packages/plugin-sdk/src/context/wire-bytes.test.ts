import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { fromWire, toWire } from "./wire-bytes.ts";

const parts = { params: { root: "temp", path: "x" } };

test("any bytes survive the way there and back, with the engine's own base64 and without it", () => {
  const there = (bytes: Uint8Array): unknown => {
    const { params } = toWire({ ...parts.params, data: bytes });
    return (fromWire({ data: (params as { data: string }).data, encoding: "base64" }) as { data: Uint8Array }).data;
  };
  const property = fc.property(fc.uint8Array({ maxLength: 10_000 }), (bytes) => {
    expect(there(bytes)).toEqual(new Uint8Array(bytes));
  });
  fc.assert(property, { numRuns: 50 });
  vi.spyOn(Uint8Array.prototype as unknown as { toBase64(): string | undefined }, "toBase64").mockReturnValue(undefined);
  vi.spyOn(Uint8Array as unknown as { fromBase64(text: string): unknown }, "fromBase64").mockReturnValue(undefined);
  fc.assert(property, { numRuns: 50 });
  vi.restoreAllMocks();
});

test("bytes become base64, and the form says so", () => {
  const bytes = new Uint8Array([0, 255, 10]);
  expect(toWire({ ...parts.params, data: bytes })).toEqual({ params: { ...parts.params, data: "AP8K", encoding: "base64" }, wantsBytes: false });
  expect(toWire({ url: "https://a.dev/", body: bytes, encoding: "bytes" })).toEqual({ params: { url: "https://a.dev/", body: "AP8K", bodyEncoding: "base64", encoding: "base64" }, wantsBytes: true });
});

test("what has no bytes is handed on as it is, not copied", () => {
  const given = { root: "temp", path: "x", data: "text" };
  expect(toWire(given).params).toBe(given);
  expect(toWire(undefined)).toEqual({ params: undefined, wantsBytes: false });
});

test("bytes come whatever form the host had; a result without any stays what it is", () => {
  expect(fromWire({ data: "ä", encoding: "utf8" })).toEqual({ data: new Uint8Array([195, 164]), encoding: "bytes" });
  expect(fromWire({ status: 200, body: "", encoding: "base64" })).toEqual({ status: 200, body: new Uint8Array(), encoding: "bytes" });
  expect(fromWire({ bytes: 3 })).toEqual({ bytes: 3 });
});
