import type { MemoryRange } from "./engine-image.ts";

const PAGE = 4096;

/** The pages that have anything in them in one of two memories of the same size, as ranges. */
export function filledRanges(one: Uint8Array, other: Uint8Array): MemoryRange[] {
  const ranges: MemoryRange[] = [];
  for (let start = 0; start < one.byteLength; start += PAGE) {
    const end = Math.min(start + PAGE, one.byteLength);
    if (isZero(one.subarray(start, end)) && isZero(other.subarray(start, end))) continue;
    const last = ranges.at(-1);
    if (last?.end === start) ranges[ranges.length - 1] = { start: last.start, end };
    else ranges.push({ start, end });
  }
  return ranges;
}

function isZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}
