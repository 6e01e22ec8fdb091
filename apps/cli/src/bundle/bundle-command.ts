import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { createHash } from "node:crypto";
import { AmbitError } from "@ambit/api-types";
import { readPluginPackage } from "@ambit/api-host";
import { readManifest } from "@ambit/sandbox-permissions";
import { buildPlugin } from "../build/build-plugin.ts";
import { MANIFEST_FILE, manifestBytes } from "../build/plugin-sources.ts";
import { type Output, paint } from "../terminal/output.ts";
import { findProblems, generousTerms } from "../validate/find-problems.ts";
import { problemLine } from "../validate/problem.ts";
import { writeBundle } from "./write-bundle.ts";

/** Builds a plugin, checks it, and writes it as one file. */
export async function bundleCommand(folder: string, out: string | undefined, output: Output): Promise<void> {
  const place = resolve(folder);
  const built = await buildPlugin(place, output);
  const problems = await findProblems(place);
  const errors = problems.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new AmbitError("BUNDLE_INVALID", errors.map(problemLine).join("\n"));
  for (const warning of problems) output.note(paint("yellow", problemLine(warning)));
  output.progress(built.kind === "none" ? "Reading the plugin's files" : "Reading the plugin's files as they were built");
  const read = readManifest(manifestBytes(place), MANIFEST_FILE);
  if (!read.ok) throw new AmbitError("MANIFEST_INVALID", "The manifest changed while it was read.");
  const plugin = await readPluginPackage(place, generousTerms(read.manifest));
  const bytes = await writeBundle(plugin);
  const file = outputFile(place, out, `${plugin.manifest.id}-${plugin.manifest.version}.tar`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  for (const warning of plugin.warnings) output.note(paint("yellow", warning));
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  output.result({ file, bytes: bytes.byteLength, sha256, bundleDigest: plugin.bundleDigest, files: plugin.files.length }, `${file}\n${plugin.files.length} files, ${bytes.byteLength} bytes\nsha256 ${sha256}\nbundle ${plugin.bundleDigest}`);
}

/** A bundle inside the plugin's folder would be a file of the next one, unless its name begins with a dot. */
function outputFile(folder: string, out: string | undefined, name: string): string {
  const file = out === undefined ? join(folder, ".ambit", name) : resolve(out);
  const inside = relative(folder, file);
  if (!inside.startsWith("..") && !inside.split(/[\\/]/).some((part) => part.startsWith("."))) throw new AmbitError("INVALID_PARAMS", `--out "${out}" is inside the plugin's folder, and would be a file of the next bundle. Name a place outside.`);
  return file;
}
