import { builtinModules } from "node:module";
import { posix } from "node:path";
import { arrows } from "./arrows.ts";
import type { Arrow } from "./arrows.ts";
import { readManifest, readWorkspace, scope, sourceFiles } from "./workspace.ts";
import type { PackageJson, SourceFile, WorkspacePackage } from "./workspace.ts";

/** Folders outside the packages whose code may import every package, but by its public name only. */
const outerFolders = ["bench", "examples", "tests", "tools"];

const unknownPackage: Arrow = { sources: [], thirdParty: [] };

/** The violations of the dependency rules in the workspace at `root`: one sentence each, empty when there is none. */
export function checkTree(root: string): string[] {
  const packages = readWorkspace(root);
  const found: string[] = [];
  for (const pkg of packages) {
    if (arrows[pkg.name] === undefined) found.push(`${pkg.folder} is not in tools/dep-graph/arrows.ts`);
    if (pkg.manifest.name !== scope + pkg.name) found.push(`${pkg.folder} is named ${pkg.manifest.name}, not ${scope}${pkg.name}`);
    found.push(...checkDeclared(pkg), ...pkg.files.flatMap((file) => checkFile(packages, pkg, file)));
  }
  found.push(...checkRoot(root));
  found.push(...sourceFiles(root, outerFolders).flatMap((file) => checkOuterFile(packages, file)));
  return found;
}

/** The workspace packages that a manifest declares must be ones that the arrows allow. */
function checkDeclared(pkg: WorkspacePackage): string[] {
  const arrow = arrows[pkg.name] ?? unknownPackage;
  const allowed = new Set([...arrow.sources, ...(arrow.tests ?? [])]);
  return [...declared(pkg.manifest, true)]
    .filter((name) => name.startsWith(scope) && !allowed.has(name.slice(scope.length)))
    .map((name) => `${pkg.folder}/package.json declares ${name}: ${pkg.name} may not depend on it`);
}

/** The root may use packages in its tests and tools only, so it declares them for development. */
function checkRoot(root: string): string[] {
  const names = Object.keys(readManifest(root, ".").dependencies ?? {});
  return names.map((name) => `package.json declares ${name} as a dependency: the root has development dependencies only`);
}

function checkFile(packages: readonly WorkspacePackage[], pkg: WorkspacePackage, file: SourceFile): string[] {
  return file.imports.flatMap((specifier) => {
    if (specifier.startsWith(".")) return checkRelative(pkg, file, specifier);
    if (isBuiltin(specifier)) return checkBuiltin(pkg, file, specifier);
    const name = packageOf(specifier);
    if (name === pkg.manifest.name) return checkInside(packages, file, specifier);
    const problem = undeclared(pkg, file, name) ?? forbidden(pkg, file, name);
    if (problem !== undefined) return [problem];
    return name.startsWith(scope) ? checkInside(packages, file, specifier) : [];
  });
}

/** What a file is to its package: a test, published code that tests use, or product code. */
function roleOf(pkg: WorkspacePackage, file: SourceFile): "test" | "testing" | "product" {
  if (/\.test\.tsx?$/.test(file.place)) return "test";
  if (file.place.startsWith(`${pkg.folder}/scripts/`)) return "test";
  if (!file.place.startsWith(`${pkg.folder}/src/testing/`)) return "product";
  // What tests share is published only where the export says so; a package may also publish such code from another place.
  return JSON.stringify(pkg.manifest.exports?.["./testing"] ?? "").includes("./src/testing/") ? "testing" : "test";
}

function checkBuiltin(pkg: WorkspacePackage, file: SourceFile, specifier: string): string[] {
  const runsWithoutNode = arrows[pkg.name]?.nodeBuiltins === false && roleOf(pkg, file) !== "test";
  return runsWithoutNode ? [`${file.place} imports ${specifier}: ${pkg.name} runs without Node`] : [];
}

/** Product code imports what its package declares; tests may also use the third parties that the root declares. */
function undeclared(pkg: WorkspacePackage, file: SourceFile, name: string): string | undefined {
  const isTest = roleOf(pkg, file) === "test";
  if (isTest && !name.startsWith(scope)) return undefined;
  const isBundled = pkg.manifest.private === true || arrows[pkg.name]?.bundled?.includes(name.startsWith(scope) ? name.slice(scope.length) : name) === true;
  if (declared(pkg.manifest, isTest || isBundled).has(name)) return undefined;
  return `${file.place} imports ${name}, which ${pkg.folder}/package.json does not declare`;
}

/** The arrows say who may import whom. */
function forbidden(pkg: WorkspacePackage, file: SourceFile, name: string): string | undefined {
  const { sources, tests = [], thirdParty } = arrows[pkg.name] ?? unknownPackage;
  const role = roleOf(pkg, file);
  const isAllowed = name.startsWith(scope)
    ? [...sources, ...(role === "product" ? [] : tests)].includes(name.slice(scope.length))
    : role === "test" || (thirdParty?.includes(name) ?? true);
  return isAllowed ? undefined : `${file.place} imports ${name}: ${pkg.name} may not depend on it`;
}

/** A relative import stays inside its package. */
function checkRelative(pkg: WorkspacePackage, file: SourceFile, specifier: string): string[] {
  const target = posix.join(posix.dirname(file.place), specifier);
  return target.startsWith(`${pkg.folder}/`) ? [] : [`${file.place} reaches out of its package: ${specifier}`];
}

/** An import by name uses what the package offers in its `exports`. */
function checkInside(packages: readonly WorkspacePackage[], file: SourceFile, specifier: string): string[] {
  const name = packageOf(specifier);
  const target = packages.find((pkg) => pkg.manifest.name === name);
  if (target === undefined) return [`${file.place} imports ${specifier}, which is no package of this workspace`];
  const entry = `.${specifier.slice(name.length)}`;
  return Object.hasOwn(target.manifest.exports ?? {}, entry) ? [] : [`${file.place} imports the inside of ${name}: ${specifier}`];
}

function checkOuterFile(packages: readonly WorkspacePackage[], file: SourceFile): string[] {
  return file.imports.flatMap((specifier) => {
    if (specifier.startsWith(scope)) return checkInside(packages, file, specifier);
    if (!specifier.startsWith(".")) return [];
    const target = posix.join(posix.dirname(file.place), specifier);
    return /^(packages|apps)\//.test(target) ? [`${file.place} imports the inside of a package: ${specifier}`] : [];
  });
}

function declared(manifest: PackageJson, withDevelopment: boolean): Set<string> {
  const { dependencies, peerDependencies, optionalDependencies, devDependencies } = manifest;
  const groups = [dependencies, peerDependencies, optionalDependencies, withDevelopment ? devDependencies : undefined];
  return new Set(groups.flatMap((group) => Object.keys(group ?? {})));
}

function packageOf(specifier: string): string {
  return specifier.split("/").slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
}

function isBuiltin(specifier: string): boolean {
  return specifier.startsWith("node:") || builtinModules.includes(specifier);
}
