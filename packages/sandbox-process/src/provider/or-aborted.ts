/**
 * Waits for something as long as its caller does. The work itself goes on: others may wait for it too.
 *
 * @throws Whatever the signal was aborted with, at once.
 */
export async function orAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason as Error);
  signal.addEventListener("abort", abort, { once: true });
  const pending = work();
  pending.catch(() => undefined);
  try {
    return await Promise.race([pending, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
