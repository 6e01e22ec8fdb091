import { expect, test } from "vitest";
import { HostCallBudget } from "./host-call-budget.ts";

function taken(budget: HostCallBudget, now: number): number {
  let count = 0;
  while (budget.take(now)) count++;
  return count;
}

test("each call into the plugin brings its own calls, and nothing is kept for later", () => {
  const budget = new HostCallBudget(3);
  budget.begin();
  expect(taken(budget, 0)).toBe(3);
  budget.begin();
  expect(taken(budget, 0)).toBe(3);
  budget.end();
  expect(taken(budget, 0)).toBe(0);
  budget.end();
  budget.begin();
  expect(budget.take(0)).toBe(true);
  budget.end();
  budget.begin();
  expect(taken(budget, 0)).toBe(3);
});

test("of its own accord a plugin has as many a second", () => {
  const budget = new HostCallBudget(2);
  expect(taken(budget, 1000)).toBe(2);
  expect(taken(budget, 1999)).toBe(0);
  expect(taken(budget, 2000)).toBe(2);
});

test("running out is told once a window", () => {
  const budget = new HostCallBudget(1);
  budget.begin();
  taken(budget, 0);
  expect([budget.tellOnce(), budget.tellOnce()]).toEqual([true, false]);
  budget.end();
  budget.begin();
  expect(budget.tellOnce()).toBe(true);
});
