import { callMethods, callTable, type CallDefinition } from "@ambit/api-types";
import { expect, test } from "vitest";
import { callMeters } from "./call-meters.ts";
import { HostMetrics } from "./host-metrics.ts";

test("a meter is found again by its name and labels", () => {
  const metrics = new HostMetrics();
  metrics.add("calls", { method: "a" });
  metrics.meter("calls", { method: "a" }).value += 2;
  metrics.add("calls", { method: "b" }, 0.5);
  metrics.add("calls");
  expect(metrics.snapshot()).toEqual({ 'calls{method="a"}': 3, 'calls{method="b"}': 0.5, calls: 1 });
});

test("every call has meters of its own, and all that is no call shares some", () => {
  const metrics = new HostMetrics();
  for (const method of callMethods) callMeters(metrics, callTable[method] as CallDefinition).outcomes.ok.value++;
  callMeters(metrics, undefined).outcomes.failed.value++;
  const snapshot = metrics.snapshot();
  for (const method of callMethods) expect(snapshot[`plugin.host_calls_total{method="${method}",outcome="ok"}`]).toBe(1);
  expect(snapshot['plugin.host_calls_total{method="unknown",outcome="failed"}']).toBe(1);
  expect(Object.keys(snapshot)).toContain('plugin.permission_denied_total{capability="fetch"}');
});
