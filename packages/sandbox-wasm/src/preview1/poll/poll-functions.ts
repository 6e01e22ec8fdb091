import { errno, type Errno } from "../errno/errno.ts";
import type { Clocks } from "../clock/clocks.ts";
import type { HostState } from "../host/host-state.ts";
import { readyEvent } from "./ready-event.ts";
import { sleep } from "./sleep.ts";
import { eventSize, readSubscription, subscriptionSize, writeEvent, type ClockSubscription, type PollEvent } from "./subscription.ts";

/** Most subscriptions in one call. */
export const maxSubscriptions = 4096;

/** The function by which a guest waits. */
export interface PollFunctions {
  poll_oneoff(subscriptions: number, events: number, count: number, result: number): Errno;
}

/** Makes it for one guest. Streams and files are always ready, so that it only sleeps when nothing but clocks is waited for. */
export function pollFunctions(state: HostState, clocks: () => Clocks): PollFunctions {
  const { memory } = state;
  return {
    poll_oneoff(subscriptions, events, count, result) {
      const [from, to, number, written] = [subscriptions >>> 0, events >>> 0, count >>> 0, result >>> 0];
      if (number === 0 || number > maxSubscriptions) return errno.INVAL;
      if (!memory.holds(from, number * subscriptionSize) || !memory.holds(to, number * eventSize) || !memory.holds(written, 4)) return errno.FAULT;
      const list = Array.from({ length: number }, (_, index) => readSubscription(memory.view, from + index * subscriptionSize));
      const ready: PollEvent[] = list.map((subscription) => readyEvent(state, subscription)).filter((event) => event !== undefined);
      const waiting = list.filter((subscription) => subscription.kind === "clock");
      ready.push(...dueClocks(state, clocks(), waiting, ready.length === 0));
      for (const [index, event] of ready.entries()) writeEvent(memory.view, to + index * eventSize, event);
      memory.view.setUint32(written, ready.length, true);
      return errno.SUCCESS;
    },
  };
}

/** The clocks that have come due. When nothing else is ready, sleeps until the first one has. */
function dueClocks(state: HostState, clocks: Clocks, waiting: readonly ClockSubscription[], maySleep: boolean): PollEvent[] {
  const timed = waiting.map((subscription) => ({ subscription, due: dueTime(clocks, subscription) }));
  const unknown = timed.filter(({ due }) => due === undefined).map(({ subscription }) => event(subscription, errno.INVAL));
  const known = timed.flatMap(({ subscription, due }) => (due === undefined ? [] : [{ subscription, due }]));
  if (maySleep && unknown.length === 0 && known.length > 0) {
    sleep(state, known.map(({ due }) => due).reduce((a, b) => (a < b ? a : b)));
  }
  const now = process.hrtime.bigint();
  return [...unknown, ...known.filter(({ due }) => due <= now).map(({ subscription }) => event(subscription, errno.SUCCESS))];
}

/** When a clock subscription is due, on the monotonic clock; undefined for a clock that does not exist. */
function dueTime(clocks: Clocks, { clock, timeout, absolute }: ClockSubscription): bigint | undefined {
  const now = clocks.now(clock);
  if (now === undefined) return undefined;
  const wait = absolute ? timeout - now : timeout;
  return process.hrtime.bigint() + (wait > 0n ? wait : 0n);
}

function event({ userdata }: ClockSubscription, status: Errno): PollEvent {
  return { userdata, errno: status, type: 0, bytes: 0n };
}
