import { execFile } from "node:child_process";
import { AmbitError } from "@ambit/api-types";

/** A compiler run. */
export interface CompilerRun {
  readonly program: string;
  readonly args: readonly string[];
  readonly folder: string;
}

const MOST_OUTPUT = 1024 * 1024;
const COMPILER_MS = 300_000;

/**
 * Runs a compiler in a plugin's folder.
 *
 * @throws AmbitError `BUNDLE_INVALID` with what it said.
 */
export function runCompiler({ program, args, folder }: CompilerRun): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  execFile(program, args, { cwd: folder, timeout: COMPILER_MS, maxBuffer: MOST_OUTPUT }, (error, stdout, stderr) => {
    if (error === null) resolve();
    else reject(new AmbitError("BUNDLE_INVALID", `${program}:\n${`${stdout}${stderr}`.trim() || error.message}`));
  });
  return promise;
}
