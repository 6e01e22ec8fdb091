import { commandStep } from "./command-step.ts";
import { pinnedPnpm } from "./pinned-pnpm.ts";
import type { Step } from "./step.ts";
import { vitestStep } from "./vitest-step.ts";

/** Everything that is checked without running a test. Each counts as one. */
export const checks: readonly Step[] = [
  commandStep("build", "npx", pinnedPnpm("run", "build:packages"), { seconds: 600 }),
  commandStep("types of the packages", "npx", pinnedPnpm("run", "typecheck:packages"), { seconds: 600 }),
  commandStep("types of tools and tests", "tsc", ["-p", "tsconfig.json"]),
  commandStep("lint", "oxlint", ["--deny-warnings"]),
  commandStep("unused code and dependencies", "knip", []),
  commandStep("packed packages", "node", ["tools/packed-packages/main.ts"], { seconds: 600 }),
  commandStep("specs", "openspec", ["validate", "--all", "--strict", "--no-interactive"]),
];

/** The checks, every test, and the cases on the real judge. */
export const allSteps: readonly Step[] = [
  ...checks,
  vitestStep(1800),
  commandStep("cases", "node", ["--conditions=@ambit/source", "tools/cases/main.ts", "packages/conformance-suite/cases"], { seconds: 600 }),
];
