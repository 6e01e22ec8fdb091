import type { Sandbox, SandboxBackend } from "@ambit/api-types";
import { afterAll, afterEach } from "vitest";
import { type WorkerBackendOptions, createWorkerBackend } from "../backend/worker-backend.ts";
import type { GuestEngine } from "../engine/guest-engine.ts";
import { type TestSpec, testEngine, testSpec } from "./test-engine.ts";

/** Makes sandboxes for the tests of one file, and ends whatever a test leaves. */
export function useSandboxes(options: WorkerBackendOptions = {}, engine: Partial<GuestEngine> = {}): (spec?: TestSpec) => Promise<Sandbox> {
  const backend: SandboxBackend = createWorkerBackend({ ...testEngine, ...engine }, options);
  const made: Sandbox[] = [];
  afterEach(async () => {
    await Promise.all(made.splice(0).map((sandbox) => sandbox.dispose()));
  });
  afterAll(() => backend.close());
  return async (spec) => {
    const sandbox = await backend.create(testSpec(spec));
    made.push(sandbox);
    return sandbox;
  };
}

/** The two ways a worker waits for messages; both must behave alike. */
export const bothModes: readonly { readonly mode: string; readonly engine: Partial<GuestEngine> }[] = [
  { mode: "event loop", engine: { sleepsBetweenMessages: false } },
  { mode: "sleeping", engine: { sleepsBetweenMessages: true } },
];

/** What a call ends in: its result, or the code and limit of its error. */
export async function outcome(call: Promise<unknown>): Promise<unknown> {
  return call.catch((error: unknown) => {
    const { code, details } = error as { code?: string; details?: { limit?: string } };
    return details?.limit === undefined ? (code ?? error) : `${code} ${details.limit}`;
  });
}
