import type { CapabilityProxy, LogLevel, ProxyInstance } from "@ambit/api-types";
import { defineProxy } from "../proxy/define-proxy.ts";
import { InstanceStates } from "../proxy/instance-states.ts";
import type { PluginLogLine, ProxyServices } from "../proxy-services.ts";
import { LineRate } from "./line-rate.ts";
import { printableText } from "./printable-text.ts";

interface InstanceLog {
  readonly instance: ProxyInstance;
  readonly rate: LineRate;
}

/** The proxy of `log`: one printable line of at most 8 KiB, at most 200 lines a second; what was dropped is told in a line of its own. */
export function logProxy(services: Pick<ProxyServices, "onLog">): CapabilityProxy {
  const logs = new InstanceStates((instance): InstanceLog => ({ instance, rate: new LineRate() }));
  const write = (instance: ProxyInstance, level: LogLevel, message: string): void => services.onLog?.(lineOf(instance, level, message));
  const tellDropped = (instance: ProxyInstance, dropped: number): void => {
    if (dropped > 0) write(instance, "warn", `${dropped} log lines were dropped: too many in one second`);
  };
  return defineProxy(
    "log",
    ({ level, message }, { instance }) => {
      const { passes, droppedBefore } = logs.of(instance).rate.take(performance.now());
      tellDropped(instance, droppedBefore);
      if (passes) write(instance, level, printableText(message));
      return { result: {} };
    },
    (instanceId) => {
      const log = logs.take(instanceId);
      if (log !== undefined) tellDropped(log.instance, log.rate.takeDropped());
    },
  );
}

function lineOf(instance: ProxyInstance, level: LogLevel, message: string): PluginLogLine {
  const { pluginId, instanceId, org } = instance;
  return { time: Date.now(), pluginId, instanceId, level, message, ...(org !== undefined && { org }) };
}
