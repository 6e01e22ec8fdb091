/** A place below a root. */
export interface RootPlace {
  readonly root: string;
  /** `/`-separated, not yet judged. */
  readonly path: string;
}

/**
 * Finds the root that an absolute host path is below: the longest one. Text alone is compared; where links lead is
 * judged when the path is opened below that root. Undefined where none holds it.
 */
export function placeBelowRoot(path: string, roots: Readonly<Record<string, string>>, platform: string): RootPlace | undefined {
  const windows = platform === "win32";
  const wanted = plain(path, windows);
  let best: (RootPlace & { readonly length: number }) | undefined;
  for (const [root, hostPath] of Object.entries(roots)) {
    const base = plain(hostPath, windows).replace(/\/+$/, "");
    if (best !== undefined && base.length <= best.length) continue;
    const rest = below(wanted, base, windows);
    if (rest !== undefined) best = { root, path: rest, length: base.length };
  }
  return best === undefined ? undefined : { root: best.root, path: best.path };
}

function plain(path: string, windows: boolean): string {
  return windows ? path.replaceAll("\\", "/") : path;
}

function below(path: string, base: string, windows: boolean): string | undefined {
  if (base === "") return undefined;
  const start = path.slice(0, base.length);
  if (windows ? start.toLowerCase() !== base.toLowerCase() : start !== base) return undefined;
  if (path.length === base.length) return "";
  return path[base.length] === "/" ? path.slice(base.length + 1) : undefined;
}
