import { defineConfig } from "tsup";

export default defineConfig({ entry: { index: "src/index.ts", main: "src/main.ts", "resolve-from-here": "src/test/resolve-from-here.ts" }, format: "esm", target: "node24", clean: true, sourcemap: true });
