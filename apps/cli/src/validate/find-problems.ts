import { existsSync } from "node:fs";
import { join } from "node:path";
import { AmbitError, defaultCeilings, type PluginManifest } from "@ambit/api-types";
import { readPluginPackage } from "@ambit/api-host";
import { type HostTerms, readManifest } from "@ambit/sandbox-permissions";
import { MANIFEST_FILE, manifestBytes, type PluginSources, sourcesOf } from "../build/plugin-sources.ts";
import type { CodeFacts } from "./code-facts.ts";
import { jsonPlace } from "./json-place.ts";
import { readModuleGraph } from "./module-graph.ts";
import type { Problem } from "./problem.ts";
import { unhandledParts } from "./unhandled-parts.ts";
import { unusedPermissions } from "./unused-permissions.ts";
import { wasmFacts } from "./wasm-facts.ts";

/**
 * Finds everything that is wrong with a plugin's folder, and what its author should look at.
 *
 * @param capabilities Those of the application that the plugin is for; where absent, any name is taken.
 * @throws AmbitError `BUNDLE_INVALID` where it is none.
 */
export async function findProblems(folder: string, capabilities?: HostTerms["capabilities"]): Promise<readonly Problem[]> {
  const bytes = manifestBytes(folder);
  const plain = readManifest(bytes, MANIFEST_FILE);
  if (!plain.ok) return plain.issues.map((issue) => ({ ...issue, severity: "error" as const }));
  const read = capabilities === undefined ? plain : readManifest(bytes, MANIFEST_FILE, { ...generousTerms(plain.manifest), capabilities });
  if (!read.ok) return read.issues.map((issue) => ({ ...issue, severity: "error" as const }));
  const text = new TextDecoder().decode(bytes);
  const sources = sourcesOf(folder);
  const warnings = read.warnings.map((issue): Problem => ({ ...issue, severity: "warning" }));
  const code = codeOf(folder, read.manifest, sources);
  // Code that cannot be read whole says nothing of what it lacks.
  const isWhole = !code.problems.some(({ severity }) => severity === "error");
  const found = isWhole ? [...unusedPermissions(read.manifest, code.facts), ...(code.isScript ? unhandledParts(read.manifest, code.facts) : [])] : [];
  const hints = found.map(({ path, message }): Problem => ({ file: MANIFEST_FILE, ...jsonPlace(text, path), path: path.join("."), severity: "warning", message }));
  const unbuilt = unbuiltTarget(folder, sources, text);
  const whole = unbuilt.length > 0 ? unbuilt : await packageProblems(folder, read.manifest, text);
  return [...code.problems, ...whole, ...warnings, ...hints];
}

const UNKNOWN: CodeFacts = { names: new Set(), texts: new Set(), isOpaque: true };

function codeOf(folder: string, { run, tools }: PluginManifest, sources: PluginSources): { readonly facts: CodeFacts; readonly problems: readonly Problem[]; readonly isScript: boolean } {
  const opaque = tools.some(({ script }) => script !== undefined);
  if (run === undefined) return { facts: UNKNOWN, problems: [], isScript: false };
  if ("wasm" in run) {
    const file = join(folder, run.wasm);
    return { facts: opaque || !existsSync(file) ? UNKNOWN : wasmFacts(file), problems: [], isScript: false };
  }
  const [entry, isBundled] = sources.kind === "typescript" ? [sources.entry, true] : [run.js, false];
  if (!existsSync(join(folder, entry))) return { facts: UNKNOWN, problems: [], isScript: false };
  const graph = readModuleGraph(folder, entry, isBundled);
  return { facts: { ...graph.facts, isOpaque: opaque }, problems: graph.problems, isScript: true };
}

/** A file that a build would make is not missing: it is not built yet. */
function unbuiltTarget(folder: string, sources: PluginSources, text: string): readonly Problem[] {
  if (sources.kind === "none" || existsSync(join(folder, sources.target))) return [];
  return [{ file: MANIFEST_FILE, ...jsonPlace(text, ["run"]), path: "run", severity: "warning", message: `${sources.target} is not built yet: run \`ambit build\`` }];
}

/** What a host says of the whole folder, which has every root that the manifest asks for. */
async function packageProblems(folder: string, manifest: PluginManifest, text: string): Promise<readonly Problem[]> {
  try {
    await readPluginPackage(folder, generousTerms(manifest));
    return [];
  } catch (error) {
    if (!AmbitError.isInstance(error)) throw error;
    // `path: reason` is how a bundle's faults are said; those of the manifest's schemas have no file.
    const [, path, reason] = /^([^\s:]+): (.*)$/s.exec(error.message) ?? [];
    const inManifest = path === undefined || !existsSync(join(folder, path)) || error.code !== "BUNDLE_INVALID";
    const place = inManifest ? { file: MANIFEST_FILE, ...placeOf(text, path) } : { file: path, line: 1, column: 1 };
    return [{ ...place, path: "", severity: "error", message: inManifest ? error.message : (reason ?? error.message) }];
  }
}

/** Where the manifest names a file; its beginning where it does not. */
function placeOf(text: string, path: string | undefined): { readonly line: number; readonly column: number } {
  const manifest = JSON.parse(text) as { run?: object; tools?: readonly { script?: string }[]; icon?: string };
  const tool = manifest.tools?.findIndex(({ script }) => script === path || script === `./${path}`) ?? -1;
  if (path === undefined) return { line: 1, column: 1 };
  if (tool >= 0) return jsonPlace(text, ["tools", tool, "script"]);
  return jsonPlace(text, manifest.icon?.endsWith(path) === true ? ["icon"] : ["run"]);
}

/** A host that has whatever the manifest asks for: what one host lacks is no fault of the plugin. */
export function generousTerms({ permissions }: PluginManifest): HostTerms {
  const { files = [], capabilities = [] } = permissions;
  return {
    roots: Object.fromEntries(files.map(({ root }) => [root, { access: "write" as const }])),
    ceilings: defaultCeilings,
    capabilities: Object.fromEntries(capabilities.map(({ name }) => [name, {}])),
  };
}
