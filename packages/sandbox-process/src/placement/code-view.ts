import { AmbitError } from "@ambit/api-types";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import type { Bind } from "../confine/confined-child.ts";

/** The code that a confined Node process loads: some packages with all that they depend on, and nothing else of the application. */
export interface CodeView {
  readonly binds: readonly Bind[];
  readonly links: readonly { readonly path: string; readonly target: string }[];
  /** Folder of a package in the child's view. */
  folderOf(name: string): string;
}

const FOLDER = "/app";

/**
 * Finds packages and what they depend on. Each is shown at a place of its own, linked from one `node_modules`, so that no path of
 * the host is shown and TypeScript sources can be loaded as on the host.
 *
 * @param roots names of packages, each with a folder of the host from which it is found.
 * @throws AmbitError `BACKEND_UNAVAILABLE` where one is missing, or there twice.
 */
export function codeView(roots: readonly { readonly name: string; readonly from: string }[]): CodeView {
  const found = new Map<string, string>();
  for (const { name, from } of roots) collect(name, from, found, true);
  const places = new Map([...found.keys()].map((name, index) => [name, `${FOLDER}/p/${index}`]));
  const placeOf = (name: string): string => places.get(name) ?? "";
  return {
    binds: [...found].map(([name, hostPath]) => ({ hostPath, guestPath: placeOf(name), access: "read" })),
    links: [...found.keys()].map((name) => ({ path: `${FOLDER}/node_modules/${name}`, target: placeOf(name) })),
    folderOf: placeOf,
  };
}

function collect(name: string, from: string, found: Map<string, string>, needed: boolean): void {
  const folder = findPackage(name, from);
  if (folder === undefined) {
    if (needed) throw new AmbitError("BACKEND_UNAVAILABLE", `The package ${name} is not installed: install it beside the backend.`);
    return;
  }
  // One inside of the package that needs it comes along with that.
  if (folder.startsWith(from + sep)) return;
  const known = found.get(name);
  if (known === folder) return;
  if (known !== undefined) throw new AmbitError("BACKEND_UNAVAILABLE", `The package ${name} is installed in two versions: have one of them only.`);
  found.set(name, folder);
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<string, Record<string, string>>;
  for (const each of Object.keys(dependencies)) collect(each, folder, found, !Object.hasOwn(optionalDependencies, each));
  for (const each of [...Object.keys(optionalDependencies), ...Object.keys(peerDependencies)]) collect(each, folder, found, false);
}

/** The package of that name as Node finds it: the folder itself where it is that package, then each `node_modules` on the way up. */
function findPackage(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const own = join(folder, "package.json");
    if (existsSync(own) && (JSON.parse(readFileSync(own, "utf8")) as { name?: unknown }).name === name) return realpathSync(folder);
    const installed = join(folder, "node_modules", name);
    if (existsSync(join(installed, "package.json"))) return realpathSync(installed);
    if (dirname(folder) === folder) return undefined;
  }
}
