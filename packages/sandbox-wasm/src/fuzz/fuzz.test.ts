import { expect, test } from "vitest";
import { runFuzz } from "../testing/fuzz/run-fuzz.ts";
import { openDescriptors } from "../testing/scratch-folder.ts";

/** Inputs of a test run; `pnpm run fuzz` tries as many more as one has time for. */
const INPUTS = 2000;
const SEED = 20_260_101;
const LANES = 2;

test(`${INPUTS} mutated modules, components and messages end in an answer or in a registered code, and leave nothing open`, { timeout: 600_000 }, async () => {
  // What a process opens for good at its first sandbox is no leak.
  await runFuzz({ inputs: 100, firstSeed: 1, lanes: LANES });
  const before = openDescriptors();
  const outcomes = await runFuzz({ inputs: INPUTS, firstSeed: SEED, lanes: LANES });
  expect(outcomes.filter(({ end, fault }) => fault !== undefined || end === "" || end === "fault" || end === "thread ended")).toEqual([]);
  expect(new Set(outcomes.map(({ seed }) => seed)).size).toBe(INPUTS);
  // A mutation that never came past the first look would try nothing.
  const ends = new Set(outcomes.map(({ kind, end }) => `${kind} ${end}`));
  for (const end of ["module answered", "module silent", "module GUEST_TRAPPED", "module SAND_WASM_NOT_A_MODULE", "module SAND_WASM_IMPORT_UNKNOWN", "component SAND_WASM_NOT_A_MODULE", "component GUEST_TRAPPED", "message answered"]) expect(ends).toContain(end);
  // The system lists what a thread held a moment longer than it lives.
  await expect.poll(openDescriptors, { timeout: 10_000, interval: 100 }).toBeLessThanOrEqual(before);
});
