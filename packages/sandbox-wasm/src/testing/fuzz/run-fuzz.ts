import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { wasmBackend } from "../../backend/wasm-backend.ts";
import { fuzzKind } from "./fuzz-input.ts";
import type { FuzzOutcome } from "./fuzz-outcome.ts";
import { fuzzSandbox } from "./fuzz-sandbox.ts";
import { MessageFuzzer } from "./message-fuzzer.ts";
import { fuzzModules } from "./module-fuzzer.ts";

/** Inputs of one piece of work, at most. */
const BATCH = 500;
/** One module of so many goes from its file through a worker of its own as well. */
const WHOLE = 100;

/** How a run is done. */
export interface FuzzRun {
  readonly inputs: number;
  /** The seeds are this one and those that follow it. */
  readonly firstSeed: number;
  /** Batches at a time. */
  readonly lanes: number;
  readonly onBatch?: (tried: number, outcomes: readonly FuzzOutcome[]) => void;
}

/** Tries inputs of every kind, each from its seed; gives what each came to. */
export async function runFuzz({ inputs, firstSeed, lanes, onBatch }: FuzzRun): Promise<readonly FuzzOutcome[]> {
  const outcomes: FuzzOutcome[] = [];
  const cache = mkdtempSync(join(tmpdir(), "ambit-fuzz-"));
  const backend = wasmBackend({ warmWorkers: lanes });
  const most = Math.min(BATCH, Math.ceil(inputs / lanes));
  let next = 0;
  const lane = async (): Promise<void> => {
    await using messages = new MessageFuzzer(backend);
    while (next < inputs) {
      const seeds = Array.from({ length: Math.min(most, inputs - next) }, (_, index) => firstSeed + next + index);
      next += seeds.length;
      const batch = [...(await fuzzModules(seeds.filter((seed) => fuzzKind(seed) !== "message"), cache))];
      for (const seed of seeds) {
        if (fuzzKind(seed) === "message") batch.push(await messages.run(seed));
        else if (seed % WHOLE === 0 && fuzzKind(seed) === "module") batch.push(await fuzzSandbox(backend, seed));
      }
      outcomes.push(...batch);
      onBatch?.(next, batch);
    }
  };
  try {
    await Promise.all(Array.from({ length: lanes }, lane));
  } finally {
    await backend.close();
    rmSync(cache, { recursive: true, force: true });
  }
  return outcomes;
}
