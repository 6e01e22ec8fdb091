/** One file of `workloads/`, as its export `workload`. */
export interface Workload {
  /** What it measures, in one sentence. */
  readonly summary: string;
  /** Measures; `progress` takes a line for the person who waits. */
  run(progress: (text: string) => void): Promise<WorkloadResult>;
}

/** What a workload found. */
export interface WorkloadResult {
  readonly figures: readonly Figure[];
  readonly targets: readonly Target[];
}

/** One thing measured: Ambit's or a peer's. */
export interface Figure {
  readonly name: string;
  readonly unit: "us" | "ms" | "MB";
  readonly median: number;
  readonly p99: number;
  readonly samples: number;
}

/** A figure held against what it should be. */
export interface Target {
  readonly name: string;
  readonly value: number;
  readonly atMost: number;
  readonly met: boolean;
}

/** Holds a value against a target. */
export function target(name: string, value: number, atMost: number): Target {
  return { name, value, atMost, met: value <= atMost };
}
