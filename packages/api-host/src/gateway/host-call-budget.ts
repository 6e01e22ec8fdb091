import { AmbitError } from "@ambit/api-types";

/** How long a window lasts in which a plugin that nobody calls has its calls, in milliseconds. */
const IDLE_WINDOW_MS = 1000;

/**
 * How many calls to the host a plugin has left: `hostCalls` for each call into it. What it does of its own accord (timers,
 * events) between such calls has as many a second.
 */
export class HostCallBudget {
  readonly #limit: number;
  #active = 0;
  #left = 0;
  #windowStart = Number.NEGATIVE_INFINITY;
  #isTold = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** A call into the plugin begins. */
  begin(): void {
    if (this.#active === 0) this.#renew(0);
    this.#active++;
    this.#left += this.#limit;
  }

  /** It ended; after the last one nothing of what was left remains. */
  end(): void {
    this.#active--;
    if (this.#active === 0) this.#windowStart = Number.NEGATIVE_INFINITY;
  }

  /** Takes one call; false where none is left. */
  take(now: number): boolean {
    if (this.#active === 0 && now - this.#windowStart >= IDLE_WINDOW_MS) {
      this.#windowStart = now;
      this.#renew(this.#limit);
    }
    if (this.#left === 0) return false;
    this.#left--;
    return true;
  }

  /** True once after the budget ran out: a flood is one line in the journal, not a flood of lines. */
  tellOnce(): boolean {
    const isFirst = !this.#isTold;
    this.#isTold = true;
    return isFirst;
  }

  /** What a call past the budget ends in. */
  exceeded(): AmbitError {
    return new AmbitError("LIMIT_EXCEEDED", `The plugin made more than ${this.#limit} calls to the host.`, { limit: "hostCalls" });
  }

  #renew(left: number): void {
    this.#left = left;
    this.#isTold = false;
  }
}
