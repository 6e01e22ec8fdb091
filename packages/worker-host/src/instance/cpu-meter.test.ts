import { expect, test } from "vitest";
import { CpuMeter } from "./cpu-meter.ts";

/** A thread that never says what it has used, in a process that has used as much as the test says. */
function silentMeter(used: { millis: number }): CpuMeter {
  return new CpuMeter({ cpuMillis: () => new Promise(() => {}) }, 100, () => used.millis);
}

test("a thread that is silent while the process works is charged with the time", () => {
  const used = { millis: 1000 };
  const meter = silentMeter(used);
  expect(meter.look(50, 10, 1, 0)).toBe(5);
  used.millis += 120;
  expect(meter.look(170, 10, 1, 0)).toBe("over");
});

test("a thread that is silent because nothing of the process gets a processor is not", () => {
  const used = { millis: 1000 };
  const meter = silentMeter(used);
  meter.look(50, 10, 1, 0);
  used.millis += 30;
  expect(meter.look(900, 10, 1, 0)).not.toBe("over");
});

test("a process that works on for others charges a thread with no more than the time that has passed", () => {
  const used = { millis: 1000 };
  const meter = silentMeter(used);
  meter.look(50, 10, 1, 0);
  used.millis += 400;
  expect(meter.look(140, 10, 1, 0)).not.toBe("over");
});
