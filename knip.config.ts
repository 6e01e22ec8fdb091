import type { KnipConfig } from "knip";

/** What is reached from outside the import graph: tools run by a script, entries that a build or a worker names. */
const config: KnipConfig = {
  workspaces: {
    ".": {
      entry: ["tools/*/main.ts", "tests/**/*.test.ts", "tools/reference-pages/examples/calls.ts"],
      project: ["tools/**/*.ts", "tests/**/*.ts", "*.config.ts"],
      // Run as commands: by tools/run-checks and tools/packed-packages, and by hand (`npx ambit`).
      ignoreDependencies: ["@ambit/cli", "@arethetypeswrong/cli", "@fission-ai/openspec", "publint"],
    },
    // What tests start in workers and child processes stands in src/testing, reached by its path.
    "packages/*": { entry: ["src/**/*.test.ts", "src/testing/*.ts", "scripts/*.ts"], project: ["{src,scripts}/**/*.ts"] },
    bench: { entry: ["main.ts", "run-bench.ts", "workloads/*.ts", "real-guests/*.ts", "guests/*", "guests/loaded-plugin/run.js", "peers/*"], project: ["**/*.{ts,js}"] },
    "examples/*": { entry: ["run.js", "*.test.ts"], project: ["**/*.{js,ts}"] },
    "apps/*": { entry: ["src/main.ts", "src/**/*.test.{ts,tsx}"], project: ["src/**/*.{ts,tsx}"] },
    // The compiler of AssemblyScript is looked up at run time, in the plugin's folder first.
    "apps/cli": { entry: ["src/main.ts", "src/test/resolve-from-here.ts", "src/**/*.test.ts"], project: ["src/**/*.ts"], ignoreDependencies: ["assemblyscript"] },
  },
  // Programs of the system that tests start.
  ignoreBinaries: ["ldd", "mkfifo", "taskset", "umount"],
  ignoreExportsUsedInFile: { interface: true, type: true },
};

export default config;
