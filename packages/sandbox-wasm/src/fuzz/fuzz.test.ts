import { expect, test } from "vitest";
import { wasmBackend } from "../backend/wasm-backend.ts";
import { type FuzzOutcome, fuzzOnce } from "../testing/fuzz/fuzz-sandbox.ts";
import { openDescriptors } from "../testing/scratch-folder.ts";

/** Inputs of a test run; `pnpm run fuzz` tries as many more as one has time for. */
const INPUTS = 2000;
const AT_ONCE = 4;
const SEED = 20_260_101;

test(`${INPUTS} mutated modules and messages end in an answer or in a registered code, and leave nothing open`, { timeout: 600_000 }, async () => {
  const first = wasmBackend();
  await fuzzOnce(first, SEED);
  await first.close();
  const backend = wasmBackend({ warmWorkers: 2 });
  const before = openDescriptors();
  const outcomes: FuzzOutcome[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < INPUTS) outcomes.push(await fuzzOnce(backend, SEED + ++next));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  expect(outcomes.filter(({ fault }) => fault !== undefined)).toEqual([]);
  expect(outcomes).toHaveLength(INPUTS);
  // A mutation that never came past the first look would try nothing.
  const ends = new Set(outcomes.map(({ end }) => end));
  for (const end of ["answered", "GUEST_TRAPPED", "SAND_WASM_NOT_A_MODULE", "SAND_WASM_IMPORT_UNKNOWN"]) expect(ends).toContain(end);
  await backend.close();
  // The system lists what a thread held a moment longer than it lives.
  await expect.poll(openDescriptors, { timeout: 10_000, interval: 100 }).toBeLessThanOrEqual(before);
});
