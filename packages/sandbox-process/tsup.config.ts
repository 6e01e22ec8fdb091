import { defineConfig } from "tsup";

const shared = { format: "esm", target: "node24", sourcemap: true } as const;

export default defineConfig([
  {
    ...shared,
    clean: true,
    entry: {
      index: "src/index.ts",
      "placement/index": "src/placement/index.ts",
      "placement/process-entry": "src/placement/process-entry.ts",
      "gate-proxy/gate-relay": "src/gate-proxy/gate-relay.ts",
      "provider/index": "src/provider/index.ts",
      "provider/kit": "src/provider/kit.ts",
    },
  },
  // One file without imports: it is all that an instance sees of this package.
  { ...shared, entry: { "provider/supervisor/main": "src/provider/supervisor/main.ts" }, splitting: false },
]);
