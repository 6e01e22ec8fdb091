import type { Sandbox, SandboxBackend } from "@ambit/api-types";
import { afterEach } from "vitest";
import { type WorkerBackendOptions, createWorkerBackend } from "../backend/worker-backend.ts";
import { type TestSpec, testEngine, testSpec } from "./test-engine.ts";

/** Makes sandboxes for the tests of one file, and ends whatever a test leaves. */
export function useSandboxes(options: WorkerBackendOptions = {}): (spec?: TestSpec) => Promise<Sandbox> {
  const backend: SandboxBackend = createWorkerBackend(testEngine, options);
  const made: Sandbox[] = [];
  afterEach(async () => {
    await Promise.all(made.splice(0).map((sandbox) => sandbox.dispose()));
  });
  return async (spec) => {
    const sandbox = await backend.create(testSpec(spec));
    made.push(sandbox);
    return sandbox;
  };
}
