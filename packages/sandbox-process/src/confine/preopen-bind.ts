import { AmbitError, type Preopen } from "@ambit/api-types";
import { realpathSync } from "node:fs";
import { join, sep } from "node:path";
import type { Bind } from "./confined-child.ts";

/**
 * What shows a granted folder to a child, its links followed; undefined where it is not there, so that the child finds nothing in its place.
 *
 * @throws AmbitError `PERMISSION_DENIED` where it leads out of its root.
 */
export function preopenBind({ hostPath, path, access, fenced }: Preopen, guestPath: string): Bind | undefined {
  const real = realInside(hostPath, path);
  return real === undefined ? undefined : { hostPath: real, guestPath, access, fenced: belowPath(fenced, path) };
}

/**
 * A folder of the host, its links followed; undefined where it is not there.
 *
 * @throws AmbitError `PERMISSION_DENIED` where it leads out of its root.
 */
export function realInside(hostPath: string, path: readonly string[]): string | undefined {
  let root: string;
  let real: string;
  try {
    root = realpathSync(hostPath);
    real = realpathSync(join(root, ...path));
  } catch {
    return undefined;
  }
  if (real !== root && !real.startsWith(root === sep ? sep : root + sep)) throw new AmbitError("PERMISSION_DENIED", "A folder leads out of its root.");
  return real;
}

/** Fences are told from the root; a bind of a folder below it needs them from there. */
function belowPath(fenced: readonly string[], path: readonly string[]): readonly string[] {
  return fenced.flatMap((fence) => {
    const parts = fence.split("/").filter((part) => part !== "");
    if (parts.length === 1) return [fence];
    return path.every((part, at) => parts[at]?.toLowerCase() === part.toLowerCase()) ? [parts.slice(path.length).join("/")] : [];
  });
}
