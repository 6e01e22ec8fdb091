import { builtinModules } from "node:module";
import { join } from "node:path";
import { AmbitError } from "@ambit/api-types";
import { build, type BuildFailure, type Message } from "esbuild";
import { writeManifestModule } from "./manifest-module.ts";

/** The one module that the sandbox serves itself. */
export const SDK_MODULE = "@ambit/plugin-sdk";

/**
 * Bundles a plugin's TypeScript, with a source map beside it, so that errors name the places of the sources.
 *
 * @throws AmbitError `BUNDLE_INVALID` with a line for each fault.
 */
export async function buildTypeScript(folder: string, { entry, target }: { readonly entry: string; readonly target: string }): Promise<void> {
  writeManifestModule(folder);
  try {
    await build({
      absWorkingDir: folder,
      entryPoints: [entry],
      outfile: join(folder, target),
      bundle: true,
      format: "esm",
      platform: "neutral",
      mainFields: ["module", "main"],
      target: "es2023",
      sourcemap: "linked",
      // The sources are files of the plugin; in the map they would only make it larger.
      sourcesContent: false,
      charset: "utf8",
      external: [SDK_MODULE, "node:*", ...builtinModules],
      logLevel: "silent",
    });
  } catch (thrown) {
    const { errors } = thrown as BuildFailure;
    if (errors === undefined) throw thrown;
    throw new AmbitError("BUNDLE_INVALID", errors.map(lineOf).join("\n"));
  }
}

function lineOf({ location, text }: Message): string {
  return location === null ? text : `${location.file}:${location.line}:${location.column + 1}: ${text}`;
}
