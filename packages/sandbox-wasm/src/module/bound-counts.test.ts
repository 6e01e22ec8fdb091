import { expect, test } from "vitest";
import { boundCounts, MOST_ENTRIES } from "./bound-counts.ts";
import { unsignedBytes } from "./write-section.ts";

/** A module whose one section says that it has so many entries. */
function counting(id: number, count: number): Uint8Array {
  const content = unsignedBytes(count);
  return Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, id, content.length, ...content]);
}

test.each([["imports", 2], ["exports", 7], ["globals", 6]])("%s: as many as may be, and one more is refused by name", (what, id) => {
  expect(() => boundCounts(counting(id, MOST_ENTRIES - 1))).not.toThrow();
  expect(() => boundCounts(counting(id, MOST_ENTRIES))).not.toThrow();
  expect(() => boundCounts(counting(id, MOST_ENTRIES + 1))).toThrow(expect.objectContaining({ code: "SAND_WASM_MEMORY_REFUSED", message: expect.stringContaining(what) }));
});
