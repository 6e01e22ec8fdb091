import { AmbitError, timerMillis } from "@ambit/api-types";
import { endedBy } from "../proxy/ended-call.ts";

/**
 * The one deadline of a network call: name lookup, connection, answer and body together. Its signal aborts when the time is
 * up or the caller's own signal does, with the error that the call then ends in.
 */
export class CallClock {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal;
  readonly #timer: NodeJS.Timeout;
  readonly #onOuter = (): void => this.#controller.abort(endedBy(this.#outer));

  /** @param seconds the limit `fetchSeconds`, from now on. */
  constructor(outer: AbortSignal, seconds: number) {
    this.#outer = outer;
    outer.addEventListener("abort", this.#onOuter, { once: true });
    if (outer.aborted) this.#onOuter();
    this.#timer = setTimeout(() => this.#controller.abort(tooLong(seconds)), timerMillis(seconds * 1000));
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Why the call was ended, or undefined while it is not. */
  get error(): AmbitError | undefined {
    return this.signal.aborted ? endedBy(this.signal) : undefined;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#outer.removeEventListener("abort", this.#onOuter);
  }
}

function tooLong(seconds: number): AmbitError {
  return new AmbitError("LIMIT_EXCEEDED", `The network call took longer than ${seconds} seconds.`, { limit: "fetchSeconds" });
}
