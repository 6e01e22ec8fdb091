import type { KnipConfig } from "knip";

/** What is reached from outside the import graph: tools run by a script, entries that a build or a worker names. */
const config: KnipConfig = {
  workspaces: {
    ".": {
      entry: ["tools/*/main.ts", "tests/**/*.test.ts"],
      project: ["tools/**/*.ts", "tests/**/*.ts", "*.config.ts"],
      // Run as commands: by tools/run-checks and tools/packed-packages, and by hand (`npx ambit`).
      ignoreDependencies: ["@ambit/cli", "@arethetypeswrong/cli", "@fission-ai/openspec", "publint"],
    },
    "packages/*": { entry: ["src/**/*.test.ts", "scripts/*.ts"], project: ["{src,scripts}/**/*.ts"] },
    "examples/*": { entry: ["run.js", "*.test.ts"], project: ["**/*.{js,ts}"] },
    "apps/*": { entry: ["src/main.ts", "src/**/*.test.{ts,tsx}"], project: ["src/**/*.{ts,tsx}"] },
  },
  // Programs of the system that tests start.
  ignoreBinaries: ["mkfifo"],
  ignoreExportsUsedInFile: { interface: true, type: true },
};

export default config;
