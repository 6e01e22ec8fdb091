import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { join } from "node:path";

/** Folders in which the confining programs are looked for; the host's own search path plays no part. */
const FOLDERS: readonly string[] = ["/usr/bin", "/bin", "/usr/local/bin", "/usr/sbin", "/sbin"];

/** Real path of a program of the system, or undefined where it is not installed. */
export function findSystemProgram(name: string, folders: readonly string[] = FOLDERS): string | undefined {
  for (const folder of folders) {
    try {
      const path = realpathSync(join(folder, name));
      accessSync(path, constants.X_OK);
      if (statSync(path).isFile()) return path;
    } catch {
      // Not here: the next folder may have it.
    }
  }
  return undefined;
}
