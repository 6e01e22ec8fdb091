/**
 * `pnpm bench [workload ...] [--json]`: builds the packages, then measures them as they are published. Sources would be
 * measured with Node's type stripping in every worker.
 *
 * @packageDocumentation
 */

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));

/** Runs one program in this folder with its output on standard error or as it is; ends the process when it fails. */
function run(program: string, args: readonly string[], stdout: "inherit" | 2): void {
  const { status } = spawnSync(program, args, { cwd: here, stdio: ["ignore", stdout, "inherit"] });
  if (status !== 0) process.exit(status ?? 1);
}

run("npx", ["--yes", "--prefer-offline", "pnpm@12.4.2", "--filter", "@ambit/bench^...", "run", "build"], 2);
run(process.execPath, ["run-bench.ts", ...process.argv.slice(2)], "inherit");
