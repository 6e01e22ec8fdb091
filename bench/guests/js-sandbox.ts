import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Limits, SandboxSpec } from "@ambit/api-types";
import { plainSpec } from "./plain-sandbox.ts";

const RUN = "export const tools = { echo: (args) => args };\n";

/** A plugin in a folder of its own. */
export interface JsPlugin {
  readonly spec: SandboxSpec;
  remove(): void;
}

/** A plugin that echoes. */
export function echoPlugin(): JsPlugin {
  return jsPlugin(RUN);
}

/** A plugin of one module. */
export function jsPlugin(source: string, limits: Partial<Limits> = {}): JsPlugin {
  const bundleDir = mkdtempSync(join(tmpdir(), "ambit-bench-"));
  writeFileSync(join(bundleDir, "run.js"), source);
  return { spec: { ...plainSpec(limits), bundleDir }, remove: () => rmSync(bundleDir, { recursive: true }) };
}
