import { apply, PromiseOf, settled, table, TypeErrorOf } from "../primordials.ts";
import type { Log } from "../console/log.ts";
import type { Wire } from "../wire/wire.ts";

type Callback = (...values: unknown[]) => unknown;

interface Timer {
  readonly callback: Callback;
  readonly values: readonly unknown[];
  readonly repeat: boolean;
  /** The host's name of it, once the host has answered. */
  handle?: number;
}

/** The standard timers over the host's. */
export class Timers {
  readonly #wire: Wire;
  readonly #log: Log;
  readonly #most: number;
  readonly #live: Record<number, Timer> = table();
  readonly #byHandle: Record<number, number> = table();
  /** Handles that fired before the answer that names them was here. */
  readonly #early: Record<number, true> = table();
  #count = 0;
  #nextId = 1;

  constructor(wire: Wire, log: Log, most: number) {
    this.#wire = wire;
    this.#log = log;
    this.#most = most;
  }

  /** Sets a timer and gives its id at once. Throws where the callback is no function or too many are set. */
  set(callback: unknown, ms: unknown, values: readonly unknown[], repeat: boolean): number {
    if (typeof callback !== "function") throw new TypeErrorOf("A timer's callback must be a function.");
    if (this.#count >= this.#most) throw this.#wire.error("LIMIT_EXCEEDED", `More than ${this.#most} timers are set.`, { limit: "timers" });
    const id = this.#nextId++;
    const timer: Timer = { callback: callback as Callback, values, repeat };
    this.#live[id] = timer;
    this.#count++;
    const wanted = +(ms as number);
    const params = { ms: wanted > 0 ? (wanted < 2 ** 31 ? wanted : 2 ** 31 - 1) : 0, repeat };
    settled(this.#wire.call("timer/set", params), (answer) => this.#started(id, timer, answer as { readonly timer: number }), (error) => this.#failed(id, error));
    return id;
  }

  /** Stops a timer; an id that is none, or no longer one, is ignored. */
  clear(id: unknown): void {
    const timer = typeof id === "number" ? this.#live[id] : undefined;
    if (timer === undefined) return;
    this.#forget(id as number, timer);
    if (timer.handle !== undefined) this.#cancel(timer.handle);
  }

  /** Runs the callback of the timer that the host says is due. */
  fired(handle: number): void {
    const id = this.#byHandle[handle];
    if (id === undefined) {
      this.#early[handle] = true;
      return;
    }
    const timer = this.#live[id];
    if (timer === undefined) return;
    if (!timer.repeat) this.#forget(id, timer);
    try {
      apply(timer.callback, undefined, timer.values);
    } catch (thrown) {
      this.#log.failure("Timer failed", thrown);
    }
  }

  /** Resolves after `ms` milliseconds. */
  sleep(ms: number): Promise<void> {
    return new PromiseOf((resolve) => this.set(resolve, ms, [], false));
  }

  #started(id: number, timer: Timer, answer: { readonly timer: number }): void {
    if (this.#live[id] === undefined) {
      delete this.#early[answer.timer];
      return this.#cancel(answer.timer);
    }
    timer.handle = answer.timer;
    this.#byHandle[answer.timer] = id;
    if (this.#early[answer.timer] === undefined) return;
    delete this.#early[answer.timer];
    this.fired(answer.timer);
  }

  #failed(id: number, error: unknown): void {
    const timer = this.#live[id];
    if (timer !== undefined) this.#forget(id, timer);
    this.#log.failure("A timer could not be set", error);
  }

  #forget(id: number, timer: Timer): void {
    delete this.#live[id];
    if (timer.handle !== undefined) delete this.#byHandle[timer.handle];
    this.#count--;
  }

  #cancel(handle: number): void {
    settled(this.#wire.call("timer/cancel", { timer: handle }), () => {}, () => {});
  }
}
