import type { BundleFile } from "@ambit/api-types";
import { findForeignManifests, type HostTerms, type ManifestReading, readManifest } from "@ambit/sandbox-permissions";
import { refused } from "./bundle-paths.ts";

/** Name of the manifest, at the top of a plugin's folder. */
const MANIFEST_FILE = "ambit-plugin.json";

/** An earlier name of byob's, which byob itself does not read. */
const HOB_FILE = "hob-plugin.json";

/** A bundle's manifest, ready to be read with or without what a host has. */
export type BundleManifest = (host?: HostTerms) => ManifestReading;

/**
 * Finds a bundle's manifest: its own, or else the one of another system, which is converted where it stands.
 *
 * @throws AmbitError `BUNDLE_INVALID` where there is none, or where manifests of several systems leave open which one counts.
 */
export function bundleManifest(files: readonly BundleFile[]): BundleManifest {
  const own = files.find(({ path }) => path === MANIFEST_FILE);
  if (own !== undefined) return (host) => readManifest(own.bytes, MANIFEST_FILE, host);
  const byPath = new Map(files.map(({ path, bytes }) => [path, bytes]));
  const [form, another] = findForeignManifests(new Set(byPath.keys()));
  if (form !== undefined && another !== undefined) throw refused(MANIFEST_FILE, `The folder has ${form.path} of ${form.system} and ${another.path} of ${another.system}: say by a manifest of this name which one counts.`);
  if (form !== undefined) return (host) => form.read(byPath.get(form.path) ?? "", { fileName: form.path, files: byPath, ...(host !== undefined && { host }) });
  if (byPath.has(HOB_FILE)) throw refused(HOB_FILE, "This name is not read: rename it to byob-plugin.json.");
  throw refused(MANIFEST_FILE, "A plugin has its manifest at the top of its folder.");
}
