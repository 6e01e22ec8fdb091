import type { Errno } from "../errno/errno.ts";

/** Bytes of a `subscription`. */
export const subscriptionSize = 48;

/** Bytes of an `event`. */
export const eventSize = 32;

const tag = { CLOCK: 0, READ: 1, WRITE: 2 } as const;
const absoluteTime = 1;

/** Waits for a time. `timeout` in nanoseconds, from now or absolute. */
export interface ClockSubscription {
  readonly kind: "clock";
  readonly userdata: bigint;
  readonly clock: number;
  readonly timeout: bigint;
  readonly absolute: boolean;
}

/** Waits for a descriptor. */
export interface DescriptorSubscription {
  readonly kind: "read" | "write";
  readonly userdata: bigint;
  readonly fd: number;
}

/** A tag that preview1 does not know. */
export interface UnknownSubscription {
  readonly kind: "unknown";
  readonly userdata: bigint;
}

/** One thing a guest waits for. */
export type Subscription = ClockSubscription | DescriptorSubscription | UnknownSubscription;

/** One thing that has happened. */
export interface PollEvent {
  readonly userdata: bigint;
  readonly errno: Errno;
  readonly type: number;
  readonly bytes: bigint;
}

/** Reads the subscription at `at`, which must be inside. */
export function readSubscription(view: DataView, at: number): Subscription {
  const userdata = view.getBigUint64(at, true);
  const kind = view.getUint8(at + 8);
  if (kind === tag.CLOCK) {
    const timeout = view.getBigUint64(at + 24, true);
    return { kind: "clock", userdata, clock: view.getUint32(at + 16, true), timeout, absolute: (view.getUint16(at + 40, true) & absoluteTime) !== 0 };
  }
  if (kind !== tag.READ && kind !== tag.WRITE) return { kind: "unknown", userdata };
  return { kind: kind === tag.READ ? "read" : "write", userdata, fd: view.getUint32(at + 16, true) };
}

/** Writes an event at `at`, which must have room for it. */
export function writeEvent(view: DataView, at: number, event: PollEvent): void {
  view.setBigUint64(at, event.userdata, true);
  view.setUint16(at + 8, event.errno, true);
  view.setUint8(at + 10, event.type);
  view.setBigUint64(at + 16, event.bytes, true);
  view.setUint16(at + 24, 0, true);
}
