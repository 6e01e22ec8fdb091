import { existsSync } from "node:fs";
import { mkdir, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { scope } from "../dep-graph/workspace.ts";
import { root, runCommand } from "../run-checks/run-command.ts";
import type { PackedPackage } from "./pack-package.ts";
import { typedEntries } from "./typed-entries.ts";

/** Unpacks a tarball into `work/node_modules`, with its third-party dependencies linked from the workspace. */
export async function unpackBeside({ folder, manifest, tarball }: PackedPackage, work: string): Promise<void> {
  const target = join(work, "node_modules", manifest.name);
  await mkdir(target, { recursive: true });
  const { code, output } = await runCommand("tar", ["xzf", tarball, "-C", target, "--strip-components=1"]);
  if (code !== 0) throw new Error(`${folder}: its tarball does not unpack\n${output}`);
  const names = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies, ...manifest.optionalDependencies });
  for (const name of names.filter((one) => !one.startsWith(scope))) {
    const link = join(target, "node_modules", name);
    await mkdir(dirname(link), { recursive: true });
    const installed = join(root, folder, "node_modules", name);
    if (existsSync(installed)) await symlink(installed, link);
  }
}

/** Entries that are programs: they run with their arguments when they are loaded, and their packages' own tests start them. */
const programs: ReadonlySet<string> = new Set([
  "@ambit/conformance-suite/doomed-main",
  "@ambit/sandbox-process/gate-relay",
  "@ambit/sandbox-process/process-entry",
  "@ambit/sandbox-process/provider-supervisor",
]);

/** Imports each typed entry of an unpacked package in a fresh Node without conditions. */
export async function importPacked({ manifest }: PackedPackage, work: string): Promise<string[]> {
  const problems: string[] = [];
  for (const entry of typedEntries(manifest)) {
    const specifier = manifest.name + entry.slice(1);
    if (programs.has(specifier)) continue;
    const script = `await import(${JSON.stringify(specifier)})`;
    const { code, output } = await runCommand("node", ["--input-type=module", "--eval", script], { cwd: work });
    if (code !== 0) problems.push(`${specifier} does not import from its tarball\n${output}`);
  }
  return problems;
}
