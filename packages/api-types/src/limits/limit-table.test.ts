import { expect, test } from "vitest";
import { defaultCeilings, defaultLimits, limitNames, limitTable } from "./limit-table.ts";
import { fixedLimitNames, isLimitName } from "./limit-name.ts";

test.each(limitNames)("%s has a default that is above 0 and not above its ceiling", (name) => {
  const { default: usual, ceiling, summary } = limitTable[name];
  expect(Number.isInteger(usual) && Number.isInteger(ceiling)).toBe(true);
  expect(usual).toBeGreaterThan(0);
  expect(usual).toBeLessThanOrEqual(ceiling);
  expect(summary).toMatch(/^[A-Z].*\.$/);
});

test("the defaults and ceilings are frozen, and those of the table", () => {
  expect(Object.isFrozen(defaultLimits) && Object.isFrozen(defaultCeilings)).toBe(true);
  expect(Object.keys(defaultLimits)).toEqual(limitNames);
  expect([defaultLimits.callSeconds, defaultCeilings.callSeconds, defaultLimits.memoryMb, defaultCeilings.memoryMb]).toEqual([5, 30, 64, 256]);
});

test("a bound's name is one of the table or a fixed one", () => {
  for (const name of [...limitNames, ...fixedLimitNames]) expect(isLimitName(name)).toBe(true);
  for (const value of ["toString", "", "Memory", 1, null, undefined]) expect(isLimitName(value)).toBe(false);
  expect(new Set([...limitNames, ...fixedLimitNames]).size).toBe(limitNames.length + fixedLimitNames.length);
});
