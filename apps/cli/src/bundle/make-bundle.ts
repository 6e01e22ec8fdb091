import { createHash } from "node:crypto";
import { AmbitError } from "@ambit/api-types";
import { type PluginPackage, readPluginPackage } from "@ambit/api-host";
import { readManifest } from "@ambit/sandbox-permissions";
import { buildPlugin } from "../build/build-plugin.ts";
import { MANIFEST_FILE, manifestBytes } from "../build/plugin-sources.ts";
import { type Output, paint } from "../terminal/output.ts";
import { findProblems, generousTerms } from "../validate/find-problems.ts";
import { problemLine } from "../validate/problem.ts";
import { writeBundle } from "./write-bundle.ts";

/** A plugin as one file's bytes. */
export interface MadeBundle {
  readonly plugin: PluginPackage;
  readonly bytes: Uint8Array;
  /** Hexadecimal digest of the bytes. */
  readonly sha256: string;
}

/**
 * Builds and checks a plugin and makes its bundle; warnings are told on the way.
 *
 * @throws AmbitError `BUNDLE_INVALID` or `MANIFEST_INVALID` with a line for each error.
 */
export async function makeBundle(place: string, output: Output): Promise<MadeBundle> {
  const built = await buildPlugin(place, output);
  const problems = await findProblems(place);
  const errors = problems.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new AmbitError("BUNDLE_INVALID", errors.map(problemLine).join("\n"));
  for (const warning of problems) output.note(paint("yellow", problemLine(warning)));
  output.progress(built.kind === "none" ? "Reading the plugin's files" : "Reading the plugin's files as they were built");
  const read = readManifest(manifestBytes(place), MANIFEST_FILE);
  if (!read.ok) throw new AmbitError("MANIFEST_INVALID", "The manifest changed while it was read.");
  const plugin = await readPluginPackage(place, generousTerms(read.manifest));
  for (const warning of plugin.warnings) output.note(paint("yellow", warning));
  const bytes = await writeBundle(plugin);
  return { plugin, bytes, sha256: createHash("sha256").update(bytes).digest("hex") };
}
