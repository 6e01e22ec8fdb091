import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { CallClock } from "./call-clock.ts";

const open = new AbortController().signal;

test.each([2 ** 31 / 1000 + 1, 1e9, Number.POSITIVE_INFINITY])("a call that may take %d seconds is not over at once", async (seconds) => {
  const clock = new CallClock(seconds, open);
  await pause(50);
  expect(clock.signal.aborted).toBe(false);
  expect(await clock.bound(Promise.resolve("done"))).toBe("done");
});

test("a call is over when its seconds are", async () => {
  const clock = new CallClock(0.02, open);
  await expect(clock.bound(new Promise(() => undefined))).rejects.toMatchObject({ code: "LIMIT_EXCEEDED", details: { limit: "callSeconds" } });
});
