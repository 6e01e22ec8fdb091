import { expect, test } from "vitest";
import { MOST_TIMER_MILLIS, timerMillis } from "./timer-millis.ts";

test.each([[0, 0], [1.5, 1.5], [-3, 0], [MOST_TIMER_MILLIS, MOST_TIMER_MILLIS], [MOST_TIMER_MILLIS + 1, MOST_TIMER_MILLIS], [1e300, MOST_TIMER_MILLIS], [Number.POSITIVE_INFINITY, MOST_TIMER_MILLIS], [Number.NEGATIVE_INFINITY, 0]])("%d ms are waited as %d", (asked, waited) => {
  expect(timerMillis(asked)).toBe(waited);
});

test("what is no number is refused", () => {
  expect(() => timerMillis(Number.NaN)).toThrow(RangeError);
});

test("the longest wait does not fire at once, and is taken by every kind of timer", async () => {
  const warnings: string[] = [];
  const listen = ({ name }: Error): void => void warnings.push(name);
  process.on("warning", listen);
  let fired = false;
  const longest = timerMillis(Number.POSITIVE_INFINITY);
  const timers = [setTimeout(() => (fired = true), longest), setInterval(() => (fired = true), longest)];
  const signal = AbortSignal.timeout(longest);
  await new Promise((resolve) => setTimeout(resolve, 50));
  for (const timer of timers) clearTimeout(timer);
  process.off("warning", listen);
  expect([fired, signal.aborted, warnings]).toEqual([false, false, []]);
});
