import { defineConfig } from "vitest/config";

/** Tests run on the sources: every `@ambit/*` import resolves to a package's `src`. */
export default defineConfig({
  test: {
    include: ["packages/*/src/**/*.test.ts", "apps/*/src/**/*.test.ts", "examples/*/**/*.test.ts", "tests/**/*.test.ts"],
    pool: "forks",
    execArgv: ["--conditions=@ambit/source"],
  },
  resolve: { conditions: ["@ambit/source"] },
  ssr: { resolve: { conditions: ["@ambit/source"], externalConditions: ["@ambit/source"] } },
});
