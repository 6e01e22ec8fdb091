import { defineConfig } from "tsup";

export default defineConfig({ entry: { index: "src/index.ts", "gate-proxy/gate-relay": "src/gate-proxy/gate-relay.ts" }, format: "esm", target: "node24", clean: true, sourcemap: true });
