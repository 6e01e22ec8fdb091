import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { AmbitError } from "@ambit/api-types";
import { runCompiler } from "./run-compiler.ts";

const MAIN_MODULE = "assemblyscript";

/**
 * Compiles AssemblyScript by the compiler that the plugin's folder installed, or else the one beside this program.
 *
 * @throws AmbitError `BACKEND_UNAVAILABLE` where there is none; `BUNDLE_INVALID` with the compiler's words.
 */
export async function buildAssemblyScript(folder: string, { entry, target }: { readonly entry: string; readonly target: string }): Promise<void> {
  const compiler = findCompiler(join(folder, "package.json")) ?? findCompiler(import.meta.url);
  if (compiler === undefined) throw new AmbitError("BACKEND_UNAVAILABLE", "Building from AssemblyScript needs its compiler. In the plugin's folder: npm install");
  // `_start` makes it a command; without it the module's code would run when it is instantiated, before it may call anything.
  const args = [compiler, entry, "-o", target, "--exportStart", "_start", "--use", "abort=src/wasi/abort", "-O", "--runtime", "stub"];
  await runCompiler({ program: process.execPath, folder, args });
}

function findCompiler(from: string): string | undefined {
  try {
    return join(dirname(createRequire(from).resolve(`${MAIN_MODULE}/package.json`)), "bin/asc.js");
  } catch {
    return undefined;
  }
}
