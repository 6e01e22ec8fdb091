import { timerMillis } from "@ambit/api-types";
import { endedBy, refuseIfEnded } from "../proxy/ended-call.ts";

/** Something that calls wait for, and that can come many times. */
export class Arrival {
  readonly #waiting = new Set<() => void>();

  /** It came: whoever waits goes on. */
  tell(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const goOn of waiting) goOn();
  }

  /**
   * Waits until it comes, but no longer than `ms`; without end where that is absent.
   *
   * @throws AmbitError the reason of the signal.
   */
  next(signal: AbortSignal, ms?: number): Promise<void> {
    refuseIfEnded(signal);
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(goOn);
        signal.removeEventListener("abort", giveUp);
      };
      const goOn = (): void => (stop(), resolve());
      const giveUp = (): void => (stop(), reject(endedBy(signal)));
      const timer = ms === undefined ? undefined : setTimeout(goOn, timerMillis(ms));
      this.#waiting.add(goOn);
      signal.addEventListener("abort", giveUp, { once: true });
    });
  }
}
