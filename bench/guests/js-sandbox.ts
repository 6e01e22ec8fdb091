import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SandboxSpec } from "@ambit/api-types";
import { plainSpec } from "./plain-sandbox.ts";

const RUN = "export const tools = { echo: (args) => args };\n";

/** A plugin that echoes, in a folder of its own. */
export function echoPlugin(): { readonly spec: SandboxSpec; remove(): void } {
  const bundleDir = mkdtempSync(join(tmpdir(), "ambit-bench-"));
  writeFileSync(join(bundleDir, "run.js"), RUN);
  return { spec: { ...plainSpec(), bundleDir }, remove: () => rmSync(bundleDir, { recursive: true }) };
}
