import { defineConfig } from "tsup";

export default defineConfig({
  entry: { index: "src/index.ts", "worker/worker-entry": "src/worker/worker-entry.ts" },
  format: "esm",
  target: "node24",
  clean: true,
  sourcemap: true,
});
