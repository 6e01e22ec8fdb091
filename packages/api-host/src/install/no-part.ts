import { foreignManifests } from "@ambit/sandbox-permissions";

/** Folders that begin with a dot and hold a manifest of another system. */
const manifestFolders: readonly string[] = foreignManifests.flatMap(({ path }) => (path.includes("/") ? path.split("/").slice(0, 1) : []));

/**
 * Tells whether a file or folder of that name is no part of a plugin: what begins with a dot belongs to somebody's tools, and a
 * plugin brings its code bundled.
 *
 * @param name One component of a path.
 */
export function isNoPart(name: string): boolean {
  return (name.startsWith(".") && !manifestFolders.includes(name)) || name === "node_modules";
}
