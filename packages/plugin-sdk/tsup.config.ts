import { defineConfig } from "tsup";

export default defineConfig({ entry: ["src/index.ts", "src/runtime.ts", "src/emdash/index.ts", "src/escouade/index.ts"], format: "esm", target: "node24", clean: true, sourcemap: true });
