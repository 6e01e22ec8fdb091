import { timerMillis } from "@ambit/api-types";

/** Waits for something to end, but not longer than so many milliseconds; tells whether it did. */
export function endsWithin(end: Promise<void>, millis: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, timerMillis(millis), false);
    end.then(() => resolve(true), reject).finally(() => clearTimeout(timer));
  });
}
