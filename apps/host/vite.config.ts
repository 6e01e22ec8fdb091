import { defineConfig } from "vite";

/** Builds the console page beside the server's own files. Nothing is inlined: the page's policy allows files of its own origin alone. */
export default defineConfig({
  root: "src/page",
  base: "/",
  build: { outDir: "../../dist/page", emptyOutDir: true, assetsInlineLimit: 0, modulePreload: false, target: "es2022" },
});
