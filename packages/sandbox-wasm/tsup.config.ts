import { defineConfig } from "tsup";

export default defineConfig({
  entry: { index: "src/index.ts", guest: "src/guest/create-guest.ts", preview1: "src/preview1/index.ts", testing: "src/testing/conformance/index.ts", "translate-worker": "src/component/translate-worker.ts" },
  format: "esm",
  target: "node24",
  clean: true,
  sourcemap: true,
});
