import { describe, expect, test } from "vitest";
import { errno } from "../errno/errno.ts";
import { InputBytes } from "../stream/input-bytes.ts";
import { RawGuest } from "../../testing/raw-guest.ts";
import { maxSubscriptions } from "./poll-functions.ts";

interface Wanted {
  readonly tag: number;
  readonly clock?: number;
  readonly timeout?: bigint;
  readonly absolute?: boolean;
  readonly fd?: number;
}

/** Calls `poll_oneoff` and gives the error number and, for each event, its index in the list, its error and its type. */
function poll(guest: RawGuest, ...wanted: Wanted[]): { status: number; events: [number, number, number][] } {
  const { view } = guest;
  for (const [index, { tag, clock = 1, timeout = 0n, absolute = false, fd = 0 }] of wanted.entries()) {
    const at = 4096 + index * 48;
    view.setBigUint64(at, BigInt(index), true);
    view.setUint8(at + 8, tag);
    view.setUint32(at + 16, tag === 0 ? clock : fd, true);
    view.setBigUint64(at + 24, timeout, true);
    view.setUint16(at + 40, absolute ? 1 : 0, true);
  }
  const status = guest.calls.poll_oneoff(4096, 8192, wanted.length, 0);
  const events = Array.from({ length: status === 0 ? guest.number : 0 }, (_, index): [number, number, number] => {
    const at = 8192 + index * 32;
    return [Number(view.getBigUint64(at, true)), view.getUint16(at + 8, true), view.getUint8(at + 10)];
  });
  return { status, events };
}

describe("waiting", () => {
  test("for a time takes that time", () => {
    using guest = new RawGuest();
    const begin = performance.now();
    expect(poll(guest, { tag: 0, timeout: 30_000_000n }, { tag: 0, timeout: 60_000_000_000n })).toEqual({ status: 0, events: [[0, 0, 0]] });
    expect(performance.now() - begin).toBeGreaterThanOrEqual(30);
  });

  test("until a time of the calendar, or one that is over", () => {
    using guest = new RawGuest();
    const begin = performance.now();
    const soon = BigInt(Date.now() + 30) * 1_000_000n;
    expect(poll(guest, { tag: 0, clock: 0, timeout: soon, absolute: true }).events).toEqual([[0, 0, 0]]);
    expect(performance.now() - begin).toBeGreaterThanOrEqual(25);
    expect(poll(guest, { tag: 0, clock: 0, timeout: 5n, absolute: true }).events).toEqual([[0, 0, 0]]);
  });

  test("for a descriptor does not wait at all", () => {
    using guest = new RawGuest({ stdin: new InputBytes(Buffer.from("abc")) });
    const { events } = poll(guest, { tag: 0, timeout: 60_000_000_000n }, { tag: 1, fd: 0 }, { tag: 2, fd: 1 }, { tag: 1, fd: 77 }, { tag: 9 }, { tag: 1, fd: 1 });
    expect(events).toEqual([[1, 0, 1], [2, 0, 2], [3, errno.BADF, 1], [4, errno.INVAL, 0], [5, errno.NOTCAPABLE, 1]]);
    expect(guest.view.getBigUint64(8192 + 16, true)).toBe(3n);
  });

  test("for nothing, for too much, or by a clock that does not exist is refused", () => {
    using guest = new RawGuest();
    expect(poll(guest).status).toBe(errno.INVAL);
    expect(guest.calls.poll_oneoff(0, 0, maxSubscriptions + 1, 0)).toBe(errno.INVAL);
    expect(poll(guest, { tag: 0, clock: 9, timeout: 60_000_000_000n }).events).toEqual([[0, errno.INVAL, 0]]);
  });
});

describe("a deadline", () => {
  test("ends a sleep, and the guest with it", () => {
    using guest = new RawGuest();
    const begin = performance.now();
    guest.host.deadline = begin + 40;
    const outcome = guest.host.run(() => poll(guest, { tag: 0, timeout: 60_000_000_000n }));
    expect(outcome).toMatchObject({ kind: "error", error: { code: "LIMIT_EXCEEDED", details: { limit: "callSeconds" } } });
    expect(performance.now() - begin).toBeLessThan(2000);
    expect(performance.now() - begin).toBeGreaterThanOrEqual(39);
  });

  test("ends a guest that yields for ever", () => {
    using guest = new RawGuest();
    guest.host.deadline = performance.now() + 20;
    const outcome = guest.host.run(() => {
      while (guest.calls.sched_yield() === 0);
    });
    expect(outcome).toMatchObject({ kind: "error", error: { code: "LIMIT_EXCEEDED" } });
  });
});

describe("clocks", () => {
  test("go forward, know their steps, and follow the calendar", () => {
    using guest = new RawGuest();
    const read = (id: number): bigint => {
      expect(guest.calls.clock_time_get(id, 0n, 0)).toBe(0);
      return guest.view.getBigUint64(0, true);
    };
    for (const id of [0, 1, 2, 3]) {
      const first = read(id);
      expect(read(id)).toBeGreaterThanOrEqual(first);
      expect(guest.calls.clock_res_get(id, 0)).toBe(0);
    }
    expect(Math.abs(Number(read(0) / 1_000_000n) - Date.now())).toBeLessThan(50);
    expect(guest.calls.clock_time_get(4, 0n, 0)).toBe(errno.INVAL);
    expect(guest.calls.clock_res_get(-1, 0)).toBe(errno.INVAL);
  });
});

test("random bytes fill what was asked for and nothing else", () => {
  using guest = new RawGuest();
  expect(guest.calls.random_get(4096, 32)).toBe(0);
  expect(new Set(guest.memory.subarray(4096, 4128)).size).toBeGreaterThan(8);
  expect(guest.memory[4128]).toBe(0);
});
