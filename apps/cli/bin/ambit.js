#!/usr/bin/env node
import { existsSync } from "node:fs";

const main = new URL("../dist/main.js", import.meta.url);
if (existsSync(main)) await import(main.href);
else {
  console.error("ambit is not built yet. Run `npm run build` in the checkout, then try again.");
  process.exitCode = 3;
}
