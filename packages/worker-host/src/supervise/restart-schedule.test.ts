import { expect, test } from "vitest";
import { CrashCounter, defaultRestartSchedule } from "./restart-schedule.ts";

const neverPark = { ...defaultRestartSchedule, crashesToPark: 100 };

test("rule 8: backoff 1, 2, 4, 8, 16, 30 s, and 30 s from then on", () => {
  const counter = new CrashCounter(neverPark);
  const waits = [];
  let now = 0;
  for (let i = 0; i < 7; i++) {
    counter.crashed(now);
    waits.push(counter.waitMillis(now) / 1000);
    now += counter.waitMillis(now) + 1;
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30]);
  expect(counter.waitMillis(now)).toBe(0);
});

test("rule 8: parked after 5 crashes in 60 s", () => {
  const counter = new CrashCounter(defaultRestartSchedule);
  for (const second of [0, 10, 20, 30]) counter.crashed(second * 1000);
  expect(counter.parked).toBe(false);
  counter.crashed(60_000);
  expect(counter.parked).toBe(true);
});

test("rule 8: crashes further apart do not park", () => {
  const counter = new CrashCounter(defaultRestartSchedule);
  for (const second of [0, 10, 20, 30, 61, 71, 81]) counter.crashed(second * 1000);
  expect(counter.parked).toBe(false);
  counter.crashed(82_000);
  expect(counter.parked).toBe(true);
});

test("a quiet minute begins the backoff anew", () => {
  const counter = new CrashCounter(neverPark);
  counter.crashed(0);
  counter.crashed(1000);
  counter.crashed(62_000);
  expect(counter.waitMillis(62_000)).toBe(1000);
});

test("unparking forgets", () => {
  const counter = new CrashCounter(defaultRestartSchedule);
  for (let i = 0; i < 5; i++) counter.crashed(i);
  counter.clear();
  expect(counter.parked).toBe(false);
  expect(counter.waitMillis(10)).toBe(0);
});
