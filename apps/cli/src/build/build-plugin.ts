import type { Output } from "../terminal/output.ts";
import { buildAssemblyScript } from "./build-assemblyscript.ts";
import { buildC } from "./build-c.ts";
import { buildTypeScript } from "./build-typescript.ts";
import { type PluginSources, sourcesOf } from "./plugin-sources.ts";

/**
 * Builds what a plugin runs from its sources, where it has any.
 *
 * @throws AmbitError `BUNDLE_INVALID` with the compiler's words; `BACKEND_UNAVAILABLE` where there is no compiler.
 */
export async function buildPlugin(folder: string, output: Output): Promise<PluginSources> {
  const sources = sourcesOf(folder);
  if (sources.kind === "none") return sources;
  output.progress(`Building ${sources.target} from ${sources.entry}`);
  if (sources.kind === "typescript") await buildTypeScript(folder, sources);
  else if (sources.kind === "c") await buildC(folder, sources);
  else await buildAssemblyScript(folder, sources);
  return sources;
}
