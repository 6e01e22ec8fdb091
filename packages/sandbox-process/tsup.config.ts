import { defineConfig } from "tsup";

export default defineConfig({ entry: { index: "src/index.ts", "placement/index": "src/placement/index.ts", "placement/process-entry": "src/placement/process-entry.ts", "gate-proxy/gate-relay": "src/gate-proxy/gate-relay.ts" }, format: "esm", target: "node24", clean: true, sourcemap: true });
