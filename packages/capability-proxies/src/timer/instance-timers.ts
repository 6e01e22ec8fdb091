import { AmbitError, type ProxyInstance, TIMER_FLOOR_MS, TIMERS_AT_ONCE } from "@ambit/api-types";

/** The timers of one instance. They keep no process alive and are gone when the instance is. */
export class InstanceTimers {
  readonly #instance: ProxyInstance;
  readonly #timers = new Map<number, NodeJS.Timeout>();
  #last = 0;

  constructor(instance: ProxyInstance) {
    this.#instance = instance;
  }

  /**
   * Sets a timer and gives its number, which no other timer of the instance ever has.
   *
   * @param ms raised to the floor.
   * @throws AmbitError `LIMIT_EXCEEDED` (`timers`).
   */
  set(ms: number, repeat: boolean): number {
    if (this.#timers.size >= TIMERS_AT_ONCE) {
      throw new AmbitError("LIMIT_EXCEEDED", `A plugin has at most ${TIMERS_AT_ONCE} timers at once.`, { limit: "timers" });
    }
    this.#last += 1;
    const timer = this.#last;
    const wait = Math.max(ms, TIMER_FLOOR_MS);
    const due = repeat ? setInterval(() => this.#fire(timer), wait) : setTimeout(() => this.#fireOnce(timer), wait);
    this.#timers.set(timer, due.unref());
    return timer;
  }

  /** Stops a timer; tells whether it was still set. */
  cancel(timer: number): boolean {
    // `clearTimeout` ends intervals too.
    clearTimeout(this.#timers.get(timer));
    return this.#timers.delete(timer);
  }

  /** Stops all of them. */
  clear(): void {
    for (const due of this.#timers.values()) clearTimeout(due);
    this.#timers.clear();
  }

  #fireOnce(timer: number): void {
    this.#timers.delete(timer);
    this.#fire(timer);
  }

  #fire(timer: number): void {
    this.#instance.notify("timer/fired", { timer });
  }
}
