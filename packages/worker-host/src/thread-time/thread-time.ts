import { readFileSync, readlinkSync } from "node:fs";

/**
 * The operating system's number of the thread that calls this; undefined where the system does not tell. Linux does, unless
 * its `/proc` is not there or may not be read.
 */
export function ownThread(): number | undefined {
  try {
    const thread = Number(/\/task\/(\d+)$/.exec(readlinkSync("/proc/thread-self"))?.[1]);
    return Number.isSafeInteger(thread) && threadMillis(thread) > 0 ? thread : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Processor time of one thread of this process so far, milliseconds, as the system's scheduler counts it: the thread itself
 * is not asked, so it makes no difference what it is at. 0 on a system that keeps no such count.
 *
 * @throws where there is no such thread any more.
 */
export function threadMillis(thread: number): number {
  const [nanos = ""] = readFileSync(`/proc/self/task/${thread}/schedstat`, "latin1").split(" ", 1);
  return Number(nanos) / 1e6;
}
