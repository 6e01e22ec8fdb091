import { Event, EventTarget } from "./event-target.ts";

const setters = new WeakMap<AbortSignal, (reason: unknown) => void>();
let timeouts: ((callback: () => void, ms: number) => unknown) | undefined;

/** Gives `AbortSignal.timeout` the timers it runs on. */
export function useTimers(set: (callback: () => void, ms: number) => unknown): void {
  timeouts = set;
}

function domException(message: string, name: string): unknown {
  return new DOMException(message, name);
}

/** The standard abort signal. */
export class AbortSignal extends EventTarget {
  onabort: ((event: Event) => void) | null = null;
  #aborted = false;
  #reason: unknown;

  constructor(key?: unknown) {
    super();
    if (key !== setters) throw new TypeError("AbortSignal is made by AbortController, AbortSignal.abort, .timeout or .any.");
    setters.set(this, (reason) => this.#abort(reason));
  }

  get aborted(): boolean {
    return this.#aborted;
  }

  get reason(): unknown {
    return this.#reason;
  }

  throwIfAborted(): void {
    if (this.#aborted) throw this.#reason;
  }

  #abort(reason: unknown): void {
    if (this.#aborted) return;
    this.#aborted = true;
    this.#reason = reason ?? domException("This operation was aborted", "AbortError");
    const event = new Event("abort");
    this.onabort?.(event);
    this.dispatchEvent(event);
  }

  static abort(reason?: unknown): AbortSignal {
    const signal = new AbortSignal(setters);
    setters.get(signal)?.(reason);
    return signal;
  }

  static timeout(ms: number): AbortSignal {
    const signal = new AbortSignal(setters);
    timeouts?.(() => setters.get(signal)?.(domException("The operation timed out", "TimeoutError")), ms);
    return signal;
  }

  static any(signals: Iterable<AbortSignal>): AbortSignal {
    const any = new AbortSignal(setters);
    for (const signal of signals) {
      const follow = (): void => setters.get(any)?.(signal.reason);
      if (signal.aborted) follow();
      else signal.addEventListener("abort", follow, { once: true });
    }
    return any;
  }
}

/** The standard abort controller. */
export class AbortController {
  readonly signal: AbortSignal = new AbortSignal(setters);

  abort(reason?: unknown): void {
    setters.get(this.signal)?.(reason);
  }
}
