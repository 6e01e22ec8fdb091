import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MANIFEST_FILE } from "./plugin-sources.ts";

/** The manifest as a module of a plugin's sources. */
export const MODULE_FILE = "src/manifest.gen.ts";

/**
 * Writes the manifest as a module, `src/manifest.gen.ts`: the compiler keeps no literal types of a JSON file, and the types of
 * `ctx` follow from them. Written only where it changes, so that a watcher has nothing to see.
 */
export function writeManifestModule(folder: string): void {
  const text = readFileSync(join(folder, MANIFEST_FILE), "utf8");
  const file = join(folder, MODULE_FILE);
  const module = `// Made by \`ambit build\` from ${MANIFEST_FILE}; do not edit.\nexport const manifest = ${text.trim()} as const;\n`;
  if (!existsSync(file) || readFileSync(file, "utf8") !== module) writeFileSync(file, module);
}
