import { defineConfig } from "oxlint";
import { guardedGlobals } from "./tools/lint-rules/ambient-authority.ts";

export default defineConfig({
  plugins: ["eslint", "typescript", "unicorn", "oxc", "import", "promise"],
  jsPlugins: ["./tools/lint-rules/plugin.ts"],
  // A rule recognises a global only when it is declared.
  globals: Object.fromEntries(guardedGlobals.map((name) => [name, "readonly"])),
  categories: { correctness: "error" },
  // Fixtures are guests that misbehave on purpose; templates are filled in before they are code.
  ignorePatterns: ["**/dist/**", "**/generated/**", "**/fixtures/**", "apps/cli/templates/**"],
  rules: {
    "ambit/bounded-timers": "error",
    "ambit/documented-exports": "error",
    "ambit/file-name": "error",
    "ambit/no-ambient-authority": "error",
    "ambit/no-default-export": "error",
    "ambit/no-foreign-export-all": "error",
    "ambit/no-skipped-tests": "error",
    "eslint/eqeqeq": "error",
    "eslint/max-lines": ["error", { max: 400 }],
    "eslint/no-eval": "error",
    "eslint/no-implied-eval": "error",
    "eslint/no-new-func": "error",
    "eslint/no-var": "error",
    "eslint/prefer-const": "error",
    "import/no-cycle": "error",
    "promise/no-callback-in-promise": "off",
    "typescript/consistent-type-imports": "error",
    "typescript/no-explicit-any": "error",
    "typescript/no-non-null-assertion": "error",
  },
});
