import { timerMillis } from "@ambit/api-types";
import { AssertionError } from "node:assert/strict";

/**
 * Waits for a promise, at most so many milliseconds: a backend that never answers fails its case instead of
 * hanging the run.
 *
 * @throws AssertionError when the time is over; whatever the promise rejects with.
 */
export async function within<T>(milliseconds: number, what: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AssertionError({ message: `${what}: not done after ${milliseconds} ms` })), timerMillis(milliseconds));
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for a condition to become true, looking every few milliseconds. */
export async function eventually(milliseconds: number, what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + milliseconds;
  while (!(await holds())) {
    if (performance.now() > end) throw new AssertionError({ message: `${what}: not so after ${milliseconds} ms` });
    await pause(10);
  }
}

/** Lets time pass. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, timerMillis(milliseconds)));
}
