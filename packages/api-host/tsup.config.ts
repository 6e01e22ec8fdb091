import { defineConfig } from "tsup";

export default defineConfig({
  entry: { index: "src/index.ts", "stores/sqlite/index": "src/stores/sqlite/index.ts" },
  format: "esm",
  target: "node24",
  clean: true,
  sourcemap: true,
  // `node:sqlite` has no name without the prefix.
  removeNodeProtocol: false,
});
