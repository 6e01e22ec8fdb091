/**
 * Packs every package that is published and checks the tarballs as a stranger gets them: publint, attw, and an import
 * of each entry by plain Node, without the condition under which the sources run.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packageFolders, readManifest } from "../dep-graph/workspace.ts";
import { root } from "../run-checks/run-command.ts";
import { checkTarball } from "./check-tarball.ts";
import { importPacked, unpackBeside } from "./import-packed.ts";
import { packPackage } from "./pack-package.ts";

const work = mkdtempSync(join(tmpdir(), "ambit-packed-"));
const problems: string[] = [];
try {
  const folders = packageFolders(root).filter((folder) => readManifest(root, folder).private !== true);
  const packed = [];
  for (const folder of folders) packed.push(await packPackage(folder, work));
  for (const one of packed) problems.push(...(await checkTarball(one)));
  for (const one of packed) await unpackBeside(one, work);
  for (const one of packed) problems.push(...(await importPacked(one, work)));
  console.log(`${packed.length} packages packed`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
