/** Bytes compared at a time: small enough that a few scattered words cost little, large enough that runs are few. */
const BLOCK = 4096;

/** A run of memory that differs from how an instance begins. */
export interface MemoryRun {
  readonly at: number;
  readonly bytes: Uint8Array;
}

/** What has changed in a memory since its instance was made; beyond the old one's end everything was zero. */
export function memoryDifference(before: Uint8Array, after: Uint8Array): readonly MemoryRun[] {
  const runs: MemoryRun[] = [];
  let from = -1;
  for (let at = 0; at < after.length; at += BLOCK) {
    const changed = differs(before, after, at);
    if (changed && from < 0) from = at;
    if (!changed && from >= 0) {
      runs.push({ at: from, bytes: after.slice(from, at) });
      from = -1;
    }
  }
  if (from >= 0) runs.push({ at: from, bytes: after.slice(from) });
  return runs;
}

const zeros: Buffer = Buffer.alloc(BLOCK);

function differs(before: Uint8Array, after: Uint8Array, at: number): boolean {
  const block = Buffer.from(after.buffer, after.byteOffset + at, Math.min(BLOCK, after.length - at));
  const old = at < before.length ? Buffer.from(before.buffer, before.byteOffset + at, block.length) : zeros.subarray(0, block.length);
  return !block.equals(old);
}
