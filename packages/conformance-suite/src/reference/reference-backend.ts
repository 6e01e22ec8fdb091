import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { AmbitError, type SandboxBackend } from "@ambit/api-types";
import { ReferenceSandbox } from "./reference-sandbox.ts";

/** How the reference may be spoiled from inside, for what no wrapper can spoil. */
export interface ReferenceFaults {
  /** Plugins run in the worker's own realm, with its environment and its modules. */
  readonly open?: boolean;
}

/**
 * A small backend that keeps the contract, for the suite's own tests: plain V8 in a worker thread. It is no boundary
 * against a determined plugin, and no package hands it out.
 */
export function referenceBackend({ open = false }: ReferenceFaults = {}): SandboxBackend {
  const running = new Set<ReferenceSandbox>();
  let closed = false;
  return {
    specificationVersion: 1,
    name: "reference",
    supports: { runs: ["js"], limits: ["callSeconds", "cpuMillis", "memoryMb"], preopens: false, concurrentHostCalls: true, keepsState: true },
    isAvailable: () => Promise.resolve({ available: true }),
    async create(spec) {
      if (closed) throw new AmbitError("BACKEND_UNAVAILABLE", "The backend is closed.");
      if (!("js" in spec.run)) throw new AmbitError("BACKEND_UNAVAILABLE", "This backend runs JavaScript.");
      const source = await readFile(join(spec.bundleDir, spec.run.js), "utf8").catch(() => {
        throw new AmbitError("SAND_JS_LOAD_FAILED", "The file that `run.js` names is not there.");
      });
      const sandbox = new ReferenceSandbox(spec, source, open);
      running.add(sandbox);
      void sandbox.exited.then(() => running.delete(sandbox));
      return sandbox.start();
    },
    async close() {
      closed = true;
      await Promise.all([...running].map((sandbox) => sandbox.dispose()));
    },
  };
}
