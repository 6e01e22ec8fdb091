import { AmbitError, timerMillis } from "@ambit/api-types";

/** One call's time, kept over all it waits for, together with its caller's signal and its plugin's end. */
export class CallClock {
  /** Aborts when the call's time is up, its caller gives up, or its plugin is stopped. */
  readonly signal: AbortSignal;
  readonly #deadline: number;
  readonly #callSeconds: number;
  readonly #caller: AbortSignal | undefined;
  readonly #closing: AbortSignal;

  constructor(callSeconds: number, closing: AbortSignal, caller?: AbortSignal) {
    this.#callSeconds = callSeconds;
    this.#deadline = performance.now() + callSeconds * 1000;
    this.#caller = caller;
    this.#closing = closing;
    const time = AbortSignal.timeout(timerMillis(callSeconds * 1000));
    this.signal = AbortSignal.any(caller === undefined ? [time, closing] : [time, closing, caller]);
  }

  /** Milliseconds left. */
  left(): number {
    return this.#deadline - performance.now();
  }

  /**
   * Waits for a step of the call, no longer than the call may take. The step itself goes on where it cannot be aborted.
   *
   * @throws AmbitError `INSTANCE_STOPPED`, `CALL_CANCELLED` or `LIMIT_EXCEEDED` by what aborted it; else the step's own error.
   */
  async bound<Value>(step: Promise<Value>): Promise<Value> {
    const { promise, resolve, reject } = Promise.withResolvers<Value>();
    const stop = (): void => reject(this.#why());
    this.signal.addEventListener("abort", stop, { once: true });
    if (this.signal.aborted) stop();
    step.then(resolve, (error: unknown) => reject(this.signal.aborted ? this.#why() : error));
    return promise.finally(() => this.signal.removeEventListener("abort", stop));
  }

  #why(): AmbitError {
    if (this.#closing.aborted) return new AmbitError("INSTANCE_STOPPED", "The plugin was stopped.");
    if (this.#caller?.aborted) return new AmbitError("CALL_CANCELLED", "The caller gave up before the plugin answered.");
    return new AmbitError("LIMIT_EXCEEDED", `The call took more than ${this.#callSeconds} s.`, { limit: "callSeconds" });
  }
}
