import { getCompileCacheDir } from "node:module";
import { type MessagePort, Worker } from "node:worker_threads";
import { CACHE_VARIABLE, type SharedBoot, type WorkerBoot } from "../channel/frames.ts";
import type { SeatOrder } from "./placement.ts";
import { workerEntryPath, workerExecArgv } from "./worker-entry-path.ts";

const YOUNG_HEAP_MB = 8;
const STACK_MB = 4;

/**
 * Where an application keeps what it has compiled (`module.enableCompileCache()`), its workers do too: an engine is then loaded in half
 * the time. The one variable that says so is gone before the engine is imported.
 */
function cacheEnvironment(): Record<string, string> {
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { [CACHE_VARIABLE]: folder };
}

/** Starts a thread with nothing of this process in it: no environment, no arguments, no streams. */
export function startWorker(boot: WorkerBoot | SharedBoot, { heapMb, flags }: SeatOrder, transferList: readonly MessagePort[]): Worker {
  return new Worker(workerEntryPath, {
    workerData: boot,
    transferList: [...transferList],
    env: cacheEnvironment(),
    argv: [],
    execArgv: [...workerExecArgv, ...flags],
    stdin: false,
    stdout: true,
    stderr: true,
    trackUnmanagedFds: true,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_HEAP_MB, stackSizeMb: STACK_MB },
  });
}
