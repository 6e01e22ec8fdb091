import { timerMillis } from "@ambit/api-types";

/** A timer that was set. */
export interface SetTimer {
  /** Stops it; it does not fire any more. */
  clear(): void;
}

/** What plugins' timers run on. */
export interface TimerSource {
  /** Has something done after some milliseconds, once or again and again. A timer keeps no process alive. */
  set(fire: () => void, ms: number, repeat: boolean): SetTimer;
}

/** The timers of the system. */
export const systemTimers: TimerSource = {
  set(fire, ms, repeat) {
    const timer = repeat ? setInterval(fire, timerMillis(ms)) : setTimeout(fire, timerMillis(ms));
    timer.unref();
    // `clearTimeout` ends intervals too.
    return { clear: () => clearTimeout(timer) };
  },
};
