import { setTimeout as pause } from "node:timers/promises";
import { type ProxyRequest, timerMillis } from "@ambit/api-types";
import { refuseIfEnded } from "../proxy/ended-call.ts";
import { scopeOf } from "../proxy/store-scope.ts";

/** Milliseconds of work on the host's thread that nobody rests for. */
const FREE_MS = 10;

/** How long a plugin rests after work, in the time that the work took: it has a quarter of the host's thread at most. */
const REST = 3;

/**
 * Keeps one plugin's searches from taking the host's thread from everybody: a store in this process works on it, and what a query
 * has to look at is as much as the plugin's quota holds.
 */
export class FairTurns {
  readonly #resting = new Map<string, Promise<void>>();

  /** Does the work when it is the plugin's turn; at once where it does not rest. */
  async run<T>({ instance, signal }: Pick<ProxyRequest, "instance" | "signal">, work: () => Promise<T>): Promise<T> {
    const whose = JSON.stringify(scopeOf(instance));
    // Looked at again each time: of several that wait for one rest, the first begins the next.
    for (let rest = this.#resting.get(whose); rest !== undefined; rest = this.#resting.get(whose)) await rest;
    refuseIfEnded(signal);
    const began = performance.now();
    // What a store does before it first waits, it does on this thread.
    const doing = work();
    const took = performance.now() - began;
    if (took > FREE_MS) this.#rest(whose, took * REST);
    return doing;
  }

  #rest(whose: string, ms: number): void {
    const rest = pause(timerMillis(ms), undefined, { ref: false }).then(() => void (this.#resting.get(whose) === rest && this.#resting.delete(whose)));
    this.#resting.set(whose, rest);
  }
}
