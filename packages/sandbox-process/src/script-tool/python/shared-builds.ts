import { AmbitError } from "@ambit/api-types";

interface Build {
  readonly done: Promise<void>;
  readonly control: AbortController;
  waiting: number;
}

/** Work that several callers wait for at once; it is stopped when the last of them has given up. */
export class SharedBuilds {
  readonly #builds = new Map<string, Build>();

  /**
   * Waits for the work of that key, which is begun where nobody has.
   *
   * @throws AmbitError `CALL_CANCELLED` where this caller gives up, or what the work throws.
   */
  async join(key: string, work: (stop: AbortSignal) => Promise<void>, signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted === true) throw cancelled();
    const build = this.#builds.get(key) ?? this.#begin(key, work);
    build.waiting++;
    try {
      await Promise.race([build.done, aborted(signal)]);
    } finally {
      if (--build.waiting === 0) build.control.abort();
    }
  }

  #begin(key: string, work: (stop: AbortSignal) => Promise<void>): Build {
    const control = new AbortController();
    const done = work(control.signal);
    const forget = (): void => {
      if (this.#builds.get(key)?.control === control) this.#builds.delete(key);
    };
    done.then(forget, forget);
    // Whoever comes after the last has given up begins anew.
    control.signal.addEventListener("abort", forget, { once: true });
    const build: Build = { done, control, waiting: 0 };
    this.#builds.set(key, build);
    return build;
  }
}

function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(cancelled()), { once: true }));
}

function cancelled(): AmbitError {
  return new AmbitError("CALL_CANCELLED", "The caller gave up.");
}
