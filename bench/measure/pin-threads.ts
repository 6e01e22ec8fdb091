import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";

/**
 * Where the threads of a measurement run. The kernel moves two threads that wake each other to one core or to two as it likes, and a wake-up
 * across cores costs several times one within a core: left alone, a figure would say where the threads were and not what the code costs.
 */
export type Cores = "one core" | "two cores";

/** Pins this process's main thread to the first core and all its other threads, its children's too, to the second; or all of them to the first. */
export function pinThreads(cores: Cores): void {
  const guests = cores === "one core" ? 0 : 1;
  const own = threadsOf(process.pid);
  for (const thread of own) pin(thread, thread === process.pid ? 0 : guests);
  for (const child of childrenOf(own)) for (const thread of threadsOf(child)) pin(thread, guests);
}

function threadsOf(pid: number): readonly number[] {
  return readdirSync(`/proc/${pid}/task`).map(Number);
}

function childrenOf(threads: readonly number[]): readonly number[] {
  const direct = threads.flatMap((thread) => readFileSync(`/proc/${thread}/task/${thread}/children`, "utf8").split(" ").filter(Boolean).map(Number));
  return direct.flatMap((child) => [child, ...childrenOf(threadsOf(child))]);
}

function pin(thread: number, core: number): void {
  execFileSync("taskset", ["--cpu-list", "--pid", String(core), String(thread)], { stdio: ["ignore", "ignore", "inherit"] });
}
