/**
 * A replacement for the engine's `Math.random`, whose state every instance would share: instances start from one image.
 * xoshiro128**, by Blackman and Vigna (public domain), seeded from the host's cryptographic source.
 */
export function createRandom(seed: Uint32Array): () => number {
  let [a, b, c, d] = seed as unknown as [number, number, number, number];
  const rotate = (value: number, by: number): number => (value << by) | (value >>> (32 - by));
  const next = (): number => {
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 11);
    return result;
  };
  // 53 bits from two draws: the precision of a double in [0, 1).
  return () => ((next() >>> 5) * 67_108_864 + (next() >>> 6)) / 9_007_199_254_740_992;
}
