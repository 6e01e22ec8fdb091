import { AmbitError, type BundleFile, type PluginManifest } from "@ambit/api-types";
import { compilePolicy, type HostTerms, type ManifestIssue, rootTerms } from "@ambit/sandbox-permissions";
import { readContent } from "../folders/read-content.ts";
import { argumentCheck } from "../tools/argument-check.ts";
import { jsonSchemaCheck } from "../tools/json-schema-check.ts";
import type { BundleContent } from "./bundle-collector.ts";
import { bundleDigest } from "./bundle-digest.ts";
import { bundleManifest } from "./bundle-manifest.ts";
import { refused } from "./bundle-paths.ts";

/** A plugin's folder, read and checked. */
export interface PluginPackage {
  readonly manifest: PluginManifest;
  readonly bundleDigest: string;
  readonly files: readonly BundleFile[];
  /** What a reader should know of the manifest and the folder. */
  readonly warnings: readonly string[];
}

/**
 * Reads a plugin's folder or archive as it would be installed, with its own manifest or that of another system.
 *
 * @throws AmbitError `BUNDLE_INVALID` naming the file; `MANIFEST_INVALID` with a line for each fault; `ROOT_UNKNOWN`.
 */
export async function readPluginPackage(folder: string, terms: HostTerms): Promise<PluginPackage> {
  return checkedPackage(await readContent(folder), terms);
}

/** A plugin's folder as it is shown before it is installed. */
export interface ShownPackage extends PluginPackage {
  /** The host's terms, with a stand-in for each root that it lacks. */
  readonly terms: HostTerms;
}

/**
 * Reads a plugin's folder to be shown. One may look before one has a folder for each root: roots that the host lacks are told
 * among the warnings, where installing ends in `ROOT_UNKNOWN`.
 *
 * @throws AmbitError `BUNDLE_INVALID` naming the file; `MANIFEST_INVALID` with a line for each fault.
 */
export async function readShownPackage(folder: string, terms: HostTerms): Promise<ShownPackage> {
  const content = await readContent(folder);
  const lacking = lackingRoots(content.files, terms);
  const roots = { ...terms.roots, ...Object.fromEntries(lacking.map((root) => [root, { access: "write" } as const])) };
  const wide = { ...terms, roots };
  const read = checkedPackage(content, wide);
  const problems = lacking.map((root) => `This host has no root "${root}": register a folder for it before the plugin is installed.`);
  return { ...read, warnings: [...read.warnings, ...problems], terms: wide };
}

/** The roots that a manifest asks for and the host does not have, each once. */
function lackingRoots(files: readonly BundleFile[], terms: HostTerms): readonly string[] {
  const read = bundleManifest(files)();
  const asked = read.ok ? (read.manifest.permissions.files ?? []).map(({ root }) => root) : [];
  return [...new Set(asked)].filter((root) => rootTerms(terms, root) === undefined);
}

function checkedPackage({ files, leftOut }: BundleContent, terms: HostTerms): PluginPackage {
  const { manifest, warnings } = manifestOf(files, terms);
  requireFiles(manifest, files);
  for (const tool of manifest.tools) argumentCheck(tool);
  jsonSchemaCheck(manifest.config, "The settings");
  const left = leftOut.length === 0 ? [] : [`Left out of the plugin: ${leftOut.slice(0, 5).join(", ")}${leftOut.length > 5 ? ` and ${leftOut.length - 5} more` : ""}.`];
  return { manifest, bundleDigest: bundleDigest(files), files, warnings: [...warnings.map(issueText), ...left] };
}

function manifestOf(files: readonly BundleFile[], terms: HostTerms): { readonly manifest: PluginManifest; readonly warnings: readonly ManifestIssue[] } {
  const manifest = bundleManifest(files);
  const read = manifest(terms);
  if (read.ok) return read;
  // A manifest that is fine but for this host ends in the code that says so.
  const plain = manifest();
  if (plain.ok) requireRoots(plain.manifest, terms);
  throw new AmbitError("MANIFEST_INVALID", read.issues.map(issueText).join("\n"));
}

/** @throws AmbitError `ROOT_UNKNOWN`. Whatever else this host does not take has a place in the text, and is told with it. */
function requireRoots(manifest: PluginManifest, host: HostTerms): void {
  try {
    compilePolicy({ manifest, removed: [], host });
  } catch (error) {
    if (!AmbitError.isInstance(error) || error.code === "ROOT_UNKNOWN") throw error;
  }
}

function requireFiles({ run, icon, tools }: PluginManifest, files: readonly BundleFile[]): void {
  const paths = new Set(files.map(({ path }) => path));
  const code = run === undefined ? [] : ["js" in run ? run.js : run.wasm];
  const named = [...code, ...(icon === undefined ? [] : [icon]), ...tools.flatMap(({ script }) => (script === undefined ? [] : [script]))];
  for (const path of named) if (!paths.has(path)) throw refused(path, "The manifest names this file, and the folder does not have it.");
}

function issueText({ file, line, column, path, message }: ManifestIssue): string {
  return `${file}:${line}:${column}: ${path === "" ? "" : `${path}: `}${message}`;
}
