import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { AmbitError, type RunForm } from "@ambit/api-types";
import { readManifest } from "@ambit/sandbox-permissions";

/** Name of the manifest in a plugin's folder. */
export const MANIFEST_FILE = "ambit-plugin.json";

/** What a plugin's code is made from. `none`: nothing is built, the folder is the plugin. */
export type PluginSources =
  | { readonly kind: "typescript" | "assemblyscript" | "c"; readonly entry: string; /** File that is made, relative to the folder. */ readonly target: string }
  | { readonly kind: "none" };

/**
 * Finds out what a plugin's folder is built from: `src/main.c` or `src/main.ts`, and the file that `run` names.
 *
 * @throws AmbitError `BUNDLE_INVALID` where there is no manifest; `MANIFEST_INVALID` with a line for each fault.
 */
export function sourcesOf(folder: string): PluginSources {
  const { run } = manifestOf(folder);
  if (run === undefined) return { kind: "none" };
  if ("js" in run) return has(folder, "src/main.ts") ? { kind: "typescript", entry: "src/main.ts", target: run.js } : { kind: "none" };
  if (has(folder, "src/main.c")) return { kind: "c", entry: "src/main.c", target: run.wasm };
  return has(folder, "src/main.ts") ? { kind: "assemblyscript", entry: "src/main.ts", target: run.wasm } : { kind: "none" };
}

/** The bytes of a plugin's manifest. @throws AmbitError `BUNDLE_INVALID`. */
export function manifestBytes(folder: string): Uint8Array {
  const file = join(folder, MANIFEST_FILE);
  if (!existsSync(file)) throw new AmbitError("BUNDLE_INVALID", `${file}: A plugin has its manifest at the top of its folder. \`ambit init\` writes one.`);
  return readFileSync(file);
}

/** The C files of a plugin, sorted, relative to its folder. */
export function cFiles(folder: string): readonly string[] {
  const names = readdirSync(join(folder, "src"), { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".c")).map((name) => `src/${name.replaceAll("\\", "/")}`).sort();
}

function manifestOf(folder: string): { readonly run?: RunForm } {
  const read = readManifest(manifestBytes(folder), MANIFEST_FILE);
  if (read.ok) return read.manifest;
  throw new AmbitError("MANIFEST_INVALID", read.issues.map(({ file, line, column, path, message }) => `${file}:${line}:${column}: ${path}: ${message}`).join("\n"));
}

function has(folder: string, path: string): boolean {
  return existsSync(join(folder, path));
}
