import type { Figure } from "./workload.ts";

/** The value below which `share` (0 to 1) of the samples lie. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The middle of the samples. */
export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5);
}

/** Makes a figure of its samples. */
export function figure(name: string, unit: Figure["unit"], samples: readonly number[]): Figure {
  return { name, unit, median: median(samples), p99: quantile(samples, 0.99), samples: samples.length };
}
