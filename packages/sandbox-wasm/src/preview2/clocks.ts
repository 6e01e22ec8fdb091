import type { ComponentHost } from "./component-host.ts";
import { Pollable } from "./pollable.ts";

const billion = 1_000_000_000n;

/** The longest that any clock counts; a guest that asks for more waits for ever, and its deadline ends it. */
const farAway = 1n << 62n;

/** The interfaces of `wasi:clocks`. */
export function clockInterfaces({ state }: ComponentHost): object {
  const due = (dueNs: bigint): Pollable => new Pollable(state, { dueNs, ready: () => process.hrtime.bigint() >= dueNs });
  return {
    monotonicClock: {
      now: () => process.hrtime.bigint(),
      resolution: () => 1n,
      subscribeInstant: due,
      subscribeDuration: (duration: bigint) => due(process.hrtime.bigint() + (duration < farAway ? duration : farAway)),
    },
    wallClock: { now: () => datetime(BigInt(Date.now()) * 1_000_000n), resolution: () => ({ seconds: 0n, nanoseconds: 1_000_000 }) },
  };
}

/** A time since 1970, as `wasi:clocks/wall-clock.datetime`. */
export interface Datetime {
  readonly seconds: bigint;
  readonly nanoseconds: number;
}

/** Nanoseconds since 1970 as a datetime. */
export function datetime(nanoseconds: bigint): Datetime {
  return { seconds: nanoseconds / billion, nanoseconds: Number(nanoseconds % billion) };
}

/** A datetime as nanoseconds since 1970. */
export function nanosecondsOf({ seconds, nanoseconds }: Datetime): bigint {
  return seconds * billion + BigInt(nanoseconds);
}
