import { fileURLToPath } from "node:url";
import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { createRequire } from "node:module";

const entry: string = createRequire(import.meta.url).resolve("@ambit/sandbox-process/process-entry");

/** Folder of this package on the host. */
export const packageFolder: string = findFolder(dirname(fileURLToPath(import.meta.url)));

/** Path, below this package's folder, of the module that a guest's process begins with: a source file where the package is run from its sources. */
export const processEntryPath: string = relative(packageFolder, entry);

function findFolder(from: string): string {
  return existsSync(join(from, "package.json")) ? from : findFolder(dirname(from));
}
