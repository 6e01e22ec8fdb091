import { defineConfig } from "tsup";

export default defineConfig({
  entry: { index: "src/index.ts", guest: "src/guest/create-guest.ts", testing: "src/testing/conformance/index.ts" },
  format: "esm",
  target: "node24",
  clean: true,
  sourcemap: true,
});
