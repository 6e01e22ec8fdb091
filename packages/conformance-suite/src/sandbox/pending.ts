/**
 * Marks a promise that a case awaits later on. Where the case fails before that, nobody hears of the promise's own failure, and
 * it must not reach the runner as one that nobody handles.
 */
export function pending<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  return promise;
}
