import { AmbitError, type Availability, type Limits, type SandboxBackend } from "@ambit/api-types";
import type { Confiner } from "@ambit/sandbox-process";
import { processBackend } from "@ambit/sandbox-process/placement";
import { createWorkerBackend } from "@ambit/worker-host";
import { isConfinedHere } from "./engine/confined-here.ts";
import { heapFlag, v8Engine, v8Supports } from "./engine/v8-engine.ts";

/** What the fast backend stands on. */
export interface V8BackendOptions {
  /** Confines the process of each plugin; the caller closes it. */
  readonly confiner: Confiner;
  /** Confined processes kept ready for plugins of each `memoryMb`; each serves one plugin and ends with it. Default 1. */
  readonly warmProcesses?: number;
}

/**
 * Makes the fast backend for `run.js`: each plugin in V8, in a confined process of its own. Where processes cannot be confined it is
 * not available and says what is missing; it never runs a plugin without.
 */
export function v8Backend({ confiner, warmProcesses = 1 }: V8BackendOptions): SandboxBackend {
  return processBackend({ confiner, backend: hostSide, packageName: "@ambit/sandbox-v8", factory: "v8InnerBackend", from: import.meta.url, nodeFlags, warmProcesses });
}

/** The backend inside a plugin's process. In any other it refuses every plugin. */
export function v8InnerBackend(): SandboxBackend {
  return createWorkerBackend(v8Engine(), { warmWorkers: 0, firstAtOnce: isConfinedHere() });
}

/** What the backend is on the host, where it makes nothing. */
const hostSide: SandboxBackend = {
  specificationVersion: 1,
  name: "v8",
  supports: v8Supports,
  isAvailable: async (): Promise<Availability> => ({ available: true }),
  create: () => Promise.reject(new AmbitError("BACKEND_UNAVAILABLE", "The engine V8 makes its instances inside confined processes.")),
  close: async () => undefined,
};

function nodeFlags({ memoryMb }: Limits): readonly string[] {
  return [
    // In the thread around a plugin no text becomes code; the plugin's realm allows it for its own.
    "--disallow-code-generation-from-strings",
    heapFlag(memoryMb),
  ];
}
