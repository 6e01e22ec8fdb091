import { defineConfig } from "tsup";

export default defineConfig({ entry: { index: "src/index.ts", "test-engine/index": "src/test-engine/index.ts" }, format: "esm", target: "node24", clean: true, sourcemap: true });
