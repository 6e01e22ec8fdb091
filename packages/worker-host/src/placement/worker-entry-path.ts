import { fileURLToPath } from "node:url";

/**
 * Absolute path of the module that a worker starts with: a source file where the package is run from its sources, a built
 * file elsewhere. Resolved by the package's own name, so a bundler cannot move it away from its exports.
 */
export const workerEntryPath: string = fileURLToPath(import.meta.resolve("@ambit/worker-host/worker-entry"));

/** Options of Node that a worker needs: sources resolve other packages to their sources too. */
export const workerExecArgv: readonly string[] = workerEntryPath.endsWith(".ts") ? ["--conditions=@ambit/source"] : [];
