import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire, stripTypeScriptTypes } from "node:module";
import { dirname, extname, join } from "node:path";

/** Name of the file that is run. */
export const PROGRAM_FILE = "main.mjs";

const entry: string = createRequire(import.meta.url).resolve("@ambit/sandbox-process/provider-supervisor");

/**
 * Writes the supervisor into a folder, ready to be run by a Node without its compiler. A built package has it in one file; sources are
 * stripped of their types here, since what does that at run time is WebAssembly, which needs the compiler.
 */
export function writeSupervisorProgram(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  if (extname(entry) !== ".ts") return copyFileSync(entry, join(folder, PROGRAM_FILE));
  for (const name of readdirSync(dirname(entry)).filter((file) => /^[a-z-]+\.ts$/.test(file))) {
    const text = stripTypeScriptTypes(readFileSync(join(dirname(entry), name), "utf8"));
    writeFileSync(join(folder, name.replace(/\.ts$/, ".mjs")), text.replaceAll(/(from "\.\/[a-z-]+)\.ts"/g, '$1.mjs"'), { mode: 0o644 });
  }
}
