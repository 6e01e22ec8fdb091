import type { PackageJson } from "../dep-graph/workspace.ts";

/** The entries of a package's `exports` that are modules with types, as opposed to plain files such as a header. */
export function typedEntries(manifest: PackageJson): string[] {
  return Object.entries(manifest.exports ?? {})
    .filter(([, target]) => typeof target === "object" && target !== null && "types" in target)
    .map(([entry]) => entry);
}
