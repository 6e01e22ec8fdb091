import { globSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { basename, join } from "node:path";
import type { PackageJson } from "../dep-graph/workspace.ts";
import { readManifest } from "../dep-graph/workspace.ts";
import { pinnedPnpm } from "../run-checks/pinned-pnpm.ts";
import { root, runCommand } from "../run-checks/run-command.ts";

/** A package and the tarball that would be published of it. */
export interface PackedPackage {
  /** Folder relative to the root. */
  readonly folder: string;
  readonly manifest: PackageJson;
  /** Absolute path of the `.tgz`. */
  readonly tarball: string;
}

/**
 * Packs the package in `folder` with pnpm, which puts `publishConfig` in force as publishing does.
 *
 * @throws Error when pnpm fails or leaves no tarball.
 */
export async function packPackage(folder: string, work: string): Promise<PackedPackage> {
  const destination = join(work, "tarballs", basename(folder));
  await mkdir(destination, { recursive: true });
  const { code, output } = await runCommand("npx", pinnedPnpm("pack", "--pack-destination", destination), { cwd: folder });
  const [tarball] = globSync("*.tgz", { cwd: destination });
  if (code !== 0 || tarball === undefined) throw new Error(`${folder} does not pack:\n${output}`);
  return { folder, manifest: readManifest(root, folder), tarball: join(destination, tarball) };
}
