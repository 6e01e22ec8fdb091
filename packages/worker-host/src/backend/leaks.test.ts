import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { outcome } from "../testing/sandboxes.ts";
import { testEngine, testSpec } from "../testing/test-engine.ts";
import { createWorkerBackend } from "./worker-backend.ts";

const ROUNDS = 200;

function descriptors(): number {
  return readdirSync("/proc/self/fd").length;
}

function threads(): number {
  return readdirSync("/proc/self/task").length;
}

async function oneRound(backend: ReturnType<typeof createWorkerBackend>, round: number): Promise<void> {
  const sandbox = await backend.create(testSpec({ limits: { callSeconds: 0.05 } }));
  // Ends of all kinds: orderly, killed in a loop, crashed, with a blocked request.
  const ends = ["echo", "spin", "exit", "ask", "malformed"];
  await outcome(sandbox.call(ends[round % ends.length] ?? "echo", null));
  await sandbox.dispose();
}

test.runIf(process.platform === "linux")(`${ROUNDS} instances leave no thread, no handle, no descriptor`, { timeout: 120_000 }, async () => {
  const warmUp = createWorkerBackend(testEngine);
  await oneRound(warmUp, 0);
  await warmUp.close();
  const before = { descriptors: descriptors(), threads: threads(), resources: process.getActiveResourcesInfo().toSorted() };
  const backend = createWorkerBackend(testEngine);
  for (let round = 0; round < ROUNDS; round++) await oneRound(backend, round);
  await backend.close();
  const after = { descriptors: descriptors(), threads: threads(), resources: process.getActiveResourcesInfo().toSorted() };
  expect(after).toEqual(before);
});
