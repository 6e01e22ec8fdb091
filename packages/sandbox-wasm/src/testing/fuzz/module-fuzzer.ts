import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { ScratchFolder } from "../scratch-folder.ts";
import { BatchLayout } from "./batch-layout.ts";
import { fuzzKind } from "./fuzz-input.ts";
import type { FuzzOutcome } from "./fuzz-outcome.ts";
import type { FuzzBoot } from "./fuzz-worker.ts";

/** How long one input may run before its thread is ended; what a plugin's watch does by processor time. */
const MOST_MILLIS = 500;
const MOST_START_MILLIS = 5000;
const LOOK_MILLIS = 25;

/**
 * Tries many modules and components in one thread, until one of them has to be ended with its thread; the next thread goes on
 * behind it. A thread for each would take a hundred times as long, nearly all of it to start the thread.
 */
export async function fuzzModules(seeds: readonly number[], cache: string): Promise<readonly FuzzOutcome[]> {
  const layout = new BatchLayout(seeds.length);
  const faults = new Map<number, unknown>();
  using folder = new ScratchFolder().file("root/file", "text").file("outside", "theirs");
  for (let from = 0; from < seeds.length; ) from = await tryFrom({ seeds, from, memory: layout.memory, folder: folder.at("root"), cache }, layout, faults);
  return seeds.map((seed, index) => ({ seed, kind: fuzzKind(seed), end: layout.end(index), ...(faults.has(seed) && { fault: faults.get(seed) }) }));
}

/** Goes on from one input until all are tried or one is ended; gives where the next thread has to begin. */
async function tryFrom(boot: FuzzBoot, layout: BatchLayout, faults: Map<number, unknown>): Promise<number> {
  layout.current = boot.from;
  const worker = new Worker(new URL("./fuzz-worker.ts", import.meta.url), { workerData: boot, resourceLimits: { maxOldGenerationSizeMb: 512, stackSizeMb: 4 } });
  worker.on("message", ({ seed, fault }: { readonly seed: number; readonly fault: unknown }) => faults.set(seed, fault));
  worker.on("error", (error) => faults.set(boot.seeds[layout.current] ?? 0, error));
  const exit = once(worker, "exit").then(() => "exit" as const);
  await once(worker, "online");
  let last = { index: -1, until: 0 };
  while ((await Promise.race([exit, pause(LOOK_MILLIS)])) !== "exit") {
    const { current } = layout;
    // The first input waits for its thread, which has much to load.
    if (current !== last.index) last = { index: current, until: performance.now() + (current === boot.from ? MOST_START_MILLIS : MOST_MILLIS) };
    else if (performance.now() > last.until) {
      await worker.terminate();
      layout.put(current, "LIMIT_EXCEEDED");
      return current + 1;
    }
  }
  if (layout.current < boot.seeds.length) layout.put(layout.current, "thread ended");
  return layout.current + 1;
}
