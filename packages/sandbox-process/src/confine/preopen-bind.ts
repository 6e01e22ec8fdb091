import { AmbitError, type Preopen } from "@ambit/api-types";
import { isFenced } from "@ambit/sandbox-permissions";
import { realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Bind } from "./confined-child.ts";

/**
 * What shows a granted folder to a child, its links followed; undefined where it is not there, so that the child finds nothing in its place.
 *
 * @throws AmbitError `PERMISSION_DENIED` where it leads out of its root, or into what is fenced off.
 */
export function preopenBind({ hostPath, path, access, fenced }: Preopen, guestPath: string): Bind | undefined {
  const found = realInside(hostPath, path, fenced);
  return found === undefined ? undefined : { hostPath: found.real, guestPath, access, fenced: belowPath(fenced, found.components) };
}

/** A folder of the host, its links followed: where it is, and what leads there from its root. */
export interface RealFolder {
  readonly real: string;
  readonly components: readonly string[];
}

/**
 * Follows the links of a folder of the host; undefined where it is not there.
 *
 * @throws AmbitError `PERMISSION_DENIED` where it leads out of its root, or into what is fenced off.
 */
export function realInside(hostPath: string, path: readonly string[], fenced: readonly string[]): RealFolder | undefined {
  let root: string;
  let real: string;
  try {
    root = realpathSync(hostPath);
    real = realpathSync(join(root, ...path));
  } catch {
    return undefined;
  }
  const components = relative(root, real).split(sep).filter((name) => name !== "");
  if (components[0] === "..") throw new AmbitError("PERMISSION_DENIED", "A folder leads out of its root.");
  if (components.some((_name, at) => isFenced(components.slice(0, at + 1), fenced))) throw new AmbitError("PERMISSION_DENIED", "A folder leads into a part of its root that is fenced off.");
  return { real, components };
}

/** Fences are told from the root; a bind of a folder below it needs them from there. */
function belowPath(fenced: readonly string[], path: readonly string[]): readonly string[] {
  return fenced.flatMap((fence) => {
    if (!fence.includes("/")) return [fence];
    const parts = fence.split("/").filter((part) => part !== "");
    return isFenced(parts, [`/${[...path, ...parts.slice(path.length)].join("/")}`]) ? [`/${parts.slice(path.length).join("/")}`] : [];
  });
}
