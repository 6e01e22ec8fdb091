import type { CapabilityProxy } from "@ambit/api-types";
import { defineProxy } from "../proxy/define-proxy.ts";
import { InstanceStates } from "../proxy/instance-states.ts";
import { InstanceTimers } from "./instance-timers.ts";
import { systemTimers, type TimerSource } from "./timer-source.ts";

/** The proxies of `timer/*`, with the notification `timer/fired`. */
export function timerProxies(source: TimerSource = systemTimers): readonly CapabilityProxy[] {
  const timers = new InstanceStates((instance) => new InstanceTimers(instance, source));
  return [
    defineProxy(
      "timer/set",
      ({ ms, repeat = false }, { instance }) => ({ result: { timer: timers.of(instance).set(ms, repeat) } }),
      (instanceId) => timers.take(instanceId)?.clear(),
    ),
    defineProxy("timer/cancel", ({ timer }, { instance }) => ({ result: { cancelled: timers.of(instance).cancel(timer) } })),
  ];
}
