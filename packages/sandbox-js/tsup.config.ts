import { defineConfig } from "tsup";

export default defineConfig({
  entry: { index: "src/index.ts", guest: "src/guest.ts", "guest-kit": "src/guest-kit.ts" },
  format: "esm",
  target: "node24",
  clean: true,
  sourcemap: true,
});
