import { type ConformanceCase, conformanceCases, type ConformanceOptions, type MakeSandbox, runConformanceCases } from "@ambit/conformance-suite";
import { accessCases } from "./access-cases.ts";
import { handleCases } from "./handle-cases.ts";
import { importCases } from "./import-cases.ts";
import { scopeCases } from "./scope-cases.ts";

/** What a backend for WASI modules must do beside what every backend must. */
export const wasiCases: readonly ConformanceCase[] = [...accessCases, ...scopeCases, ...importCases, ...handleCases];

/**
 * Registers every test of the conformance suite and those of WASI besides: the scope of preopens, read-only and writable ones
 * function by function, what a module may import, and that no handle outlives its instance.
 *
 * @param label - What the backend is called in the report.
 */
export function runWasmSandboxConformance(label: string, makeSandbox: MakeSandbox, options: ConformanceOptions): void {
  runConformanceCases(label, makeSandbox, [...conformanceCases, ...wasiCases], options);
}
