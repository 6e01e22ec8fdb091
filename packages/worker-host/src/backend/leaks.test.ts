import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { outcome } from "../testing/sandboxes.ts";
import { testEngine, testSpec } from "../testing/test-engine.ts";
import { createWorkerBackend } from "./worker-backend.ts";

const ROUNDS = 200;

/** How many descriptors and threads this process has; elsewhere than on Linux Node's own list has to do. */
function held(): Record<string, unknown> {
  const resources = process.getActiveResourcesInfo().toSorted();
  if (process.platform !== "linux") return { resources };
  return { resources, descriptors: readdirSync("/proc/self/fd").length, threads: readdirSync("/proc/self/task").length };
}

// Ends of all kinds: orderly, crashed, with a blocked request, out of protocol, and killed in a loop.
const ends = ["echo", "exit", "ask", "malformed", "echo", "exit", "ask", "malformed", "echo", "spin"];

async function oneRound(backend: ReturnType<typeof createWorkerBackend>, round: number): Promise<void> {
  const method = ends[round % ends.length] ?? "echo";
  const sandbox = await backend.create(testSpec(method === "spin" ? { limits: { callSeconds: 0.5 } } : {}));
  await outcome(sandbox.call(method, null));
  await sandbox.dispose();
}

test(`${ROUNDS} instances leave no thread, no handle, no descriptor`, { timeout: 120_000 }, async () => {
  const warmUp = createWorkerBackend(testEngine);
  await oneRound(warmUp, 0);
  await warmUp.close();
  const before = held();
  const backend = createWorkerBackend(testEngine);
  for (let round = 0; round < ROUNDS; round++) await oneRound(backend, round);
  await backend.close();
  expect(held()).toEqual(before);
});
