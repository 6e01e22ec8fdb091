import { AmbitError, errorCodes, type SandboxBackend } from "@ambit/api-types";
import { openModule, runTool } from "../open-module.ts";
import { fuzzedModule, fuzzSource } from "./fuzz-input.ts";
import type { FuzzOutcome } from "./fuzz-outcome.ts";

/** Runs the mutated module of a seed in a worker of its own, under its watch, from its file to its end. */
export async function fuzzSandbox(backend: SandboxBackend, seed: number): Promise<FuzzOutcome> {
  const random = fuzzSource(seed);
  const bytes = fuzzedModule(random);
  const faults: unknown[] = [];
  const run = random.below(4) === 0 ? { instances: "per-call" as const } : {};
  const outcome = (end: string): FuzzOutcome => ({ seed, kind: "module", end, ...(faults.length > 0 && { fault: faults[0] }) });
  try {
    await using sandbox = await openModule(bytes, { backend, limits: { callSeconds: 1, cpuMillis: 100, memoryMb: 16 }, run, onInternalError: (error) => faults.push(error) });
    await runTool(sandbox);
    return outcome("answered");
  } catch (error) {
    const known = AmbitError.isInstance(error) && errorCodes.includes(error.code) && error.code !== "INTERNAL_ERROR";
    if (!known) faults.push(error);
    return outcome(known ? error.code : "fault");
  }
}
