import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { AmbitError } from "@ambit/api-types";
import { findProgram } from "./find-program.ts";
import { cFiles } from "./plugin-sources.ts";
import { runCompiler } from "./run-compiler.ts";

/** Names under which systems install clang, the plain one first. */
const CLANGS: readonly string[] = ["clang", ...[22, 21, 20, 19, 18, 17, 16].map((version) => `clang-${version}`)];

/**
 * Compiles all C files below `src` to one module.
 *
 * @throws AmbitError `BACKEND_UNAVAILABLE` where there is no clang; `BUNDLE_INVALID` with the compiler's words.
 */
export async function buildC(folder: string, { target }: { readonly target: string }): Promise<void> {
  const program = findProgram(CLANGS);
  if (program === undefined) throw new AmbitError("BACKEND_UNAVAILABLE", "Building from C needs clang, which is not installed. On Debian: apt install clang lld wasi-libc libclang-rt-dev-wasm32");
  const include = dirname(fileURLToPath(import.meta.resolve("@ambit/plugin-sdk/ambit.h")));
  await runCompiler({ program, folder, args: ["--target=wasm32-wasi", "-O2", "-Wall", "-Wextra", "-Werror", "-s", "-I", include, "-o", target, ...cFiles(folder)] });
}
