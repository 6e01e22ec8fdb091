import { defineConfig } from "tsup";

export default defineConfig({
  entry: { index: "src/index.ts", broken: "src/broken.ts", "provider/doomed-main": "src/provider/doomed-main.ts" },
  format: "esm",
  target: "node24",
  clean: true,
  sourcemap: true,
});
