import { AmbitError, type ProxyInstance, TIMER_FLOOR_MS, TIMERS_AT_ONCE } from "@ambit/api-types";
import type { SetTimer, TimerSource } from "./timer-source.ts";

/** The timers of one instance. They keep no process alive and are gone when the instance is. */
export class InstanceTimers {
  readonly #instance: ProxyInstance;
  readonly #source: TimerSource;
  readonly #timers = new Map<number, SetTimer>();
  #last = 0;

  constructor(instance: ProxyInstance, source: TimerSource) {
    this.#instance = instance;
    this.#source = source;
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
    this.#timers.set(timer, this.#source.set(() => (repeat ? this.#fire(timer) : this.#fireOnce(timer)), wait, repeat));
    return timer;
  }

  /** Stops a timer; tells whether it was still set. */
  cancel(timer: number): boolean {
    this.#timers.get(timer)?.clear();
    return this.#timers.delete(timer);
  }

  /** Stops all of them. */
  clear(): void {
    for (const due of this.#timers.values()) due.clear();
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
