import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// Every worker and program that a test starts would strip the types of the same sources again.
process.env["NODE_COMPILE_CACHE"] ??= fileURLToPath(new URL("node_modules/.cache/compiled/", import.meta.url));

/**
 * Tests run on the sources: every `@ambit/*` import resolves to a package's `src`, in workers that a test starts too.
 * `vitest run packages/x` runs one package; the root of the run stays here.
 */
export default defineConfig({
  test: {
    include: [
      "packages/*/src/**/*.test.ts",
      "apps/*/src/**/*.test.{ts,tsx}",
      "examples/**/*.test.ts",
      "bench/**/*.test.ts",
      "tests/**/*.test.ts",
    ],
    pool: "forks",
    // Much of what is tested waits, for a limit or for another process: one more than there are processors keeps them busy.
    maxWorkers: availableParallelism() + 1,
    execArgv: ["--conditions=@ambit/source"],
    allowOnly: false,
    // A limit on hanging, not a measure of speed: machines that run everything at once are slow.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
  resolve: { conditions: ["@ambit/source"] },
  ssr: { resolve: { conditions: ["@ambit/source"], externalConditions: ["@ambit/source"] } },
});
