import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join, sep } from "node:path";
import { importedModules } from "./imported-modules.ts";

/** The scope that all packages of this workspace share. */
export const scope = "@ambit/";

/** The parts of a `package.json` that the graph is read from. */
export interface PackageJson {
  readonly name: string;
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** One source file and what it imports. `place` is relative to the root, with `/`. */
export interface SourceFile {
  readonly place: string;
  readonly imports: readonly string[];
}

/** One package or app of the workspace. `name` is its folder's name, `folder` relative to the root. */
export interface WorkspacePackage {
  readonly name: string;
  readonly folder: string;
  readonly manifest: PackageJson;
  readonly files: readonly SourceFile[];
}

/** The folders, relative to the root, of all packages and apps. */
export function packageFolders(root: string): string[] {
  const found = globSync(["packages/*/package.json", "apps/*/package.json"], { cwd: root });
  return found.map((place) => place.split(sep).slice(0, -1).join("/")).toSorted();
}

/** Reads the `package.json` in `folder`. */
export function readManifest(root: string, folder: string): PackageJson {
  return JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as PackageJson;
}

/** Every TypeScript and JavaScript file below the given folders, without what is built or installed. */
export function sourceFiles(root: string, folders: readonly string[]): SourceFile[] {
  const patterns = folders.filter((folder) => existsSync(join(root, folder))).map((folder) => `${folder}/**/*.{ts,tsx,js,mjs}`);
  const exclude = (entry: string): boolean => ["node_modules", "dist"].includes(basename(entry));
  const places = globSync(patterns, { cwd: root, exclude }).map((place) => place.split(sep).join("/"));
  return places.toSorted().map((place) => ({ place, imports: importedModules(place, readFileSync(join(root, place), "utf8")) }));
}

/** Reads all packages and apps below `root`, with the imports of every file in their `src`. */
export function readWorkspace(root: string): WorkspacePackage[] {
  return packageFolders(root).map((folder) => ({
    name: basename(folder),
    folder,
    manifest: readManifest(root, folder),
    files: sourceFiles(root, [`${folder}/src`]),
  }));
}
