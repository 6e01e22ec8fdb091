import { runCommand } from "../run-checks/run-command.ts";
import type { PackedPackage } from "./pack-package.ts";
import { typedEntries } from "./typed-entries.ts";

/** What publint and attw find wrong with a tarball, warnings included. */
export async function checkTarball({ folder, manifest, tarball }: PackedPackage): Promise<string[]> {
  const plainFiles = Object.keys(manifest.exports ?? {}).filter((entry) => !typedEntries(manifest).includes(entry));
  const excluded = plainFiles.length === 0 ? [] : ["--exclude-entrypoints", ...plainFiles];
  const commands: readonly (readonly [string, ...string[]])[] = [
    ["publint", "run", tarball, "--strict"],
    ["attw", tarball, "--profile", "esm-only", "--no-emoji", "--format", "ascii", ...excluded],
  ];
  const problems: string[] = [];
  for (const [command, ...args] of commands) {
    const { code, output } = await runCommand(command, args);
    if (code !== 0) problems.push(`${folder}: ${command} exited with ${code}\n${output}`);
  }
  return problems;
}
