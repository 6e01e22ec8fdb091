/** The longest that a timer of the platform waits, milliseconds: about 24 days. */
export const MOST_TIMER_MILLIS: number = 2 ** 31 - 1;

/**
 * A wait as a timer takes it. A timer that is asked to wait longer than it can, or for ever, fires at once: whatever may be as long is
 * brought down to the longest wait there is.
 *
 * @throws RangeError for what is no number: that would fire at once, too.
 */
export function timerMillis(milliseconds: number): number {
  if (Number.isNaN(milliseconds)) throw new RangeError("A timer must wait for a number of milliseconds.");
  return Math.min(Math.max(milliseconds, 0), MOST_TIMER_MILLIS);
}
