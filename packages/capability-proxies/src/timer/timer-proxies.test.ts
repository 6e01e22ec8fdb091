import { describe, expect, test, vi } from "vitest";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { TIMERS_AT_ONCE } from "@ambit/api-types";
import { ProxyRig } from "../testing/proxy-rig.ts";

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe("timers", () => {
  test("one fires once, not before the floor of 10 ms", async () => {
    await using rig = new ProxyRig();
    const start = performance.now();
    const { timer } = await rig.call("timer/set", { ms: 0 });
    await vi.waitFor(() => expect(rig.notified).toEqual([{ method: "timer/fired", params: { timer } }]), { interval: 1 });
    expect(performance.now() - start).toBeGreaterThan(9);
    await pause(30);
    expect(rig.notified).toHaveLength(1);
    expect(await rig.call("timer/cancel", { timer })).toEqual({ cancelled: false });
  });

  test("a repeated one fires until it is cancelled", async () => {
    await using rig = new ProxyRig();
    const { timer } = await rig.call("timer/set", { ms: 10, repeat: true });
    await vi.waitFor(() => expect(rig.notified.length).toBeGreaterThan(2), { interval: 1 });
    expect(await rig.call("timer/cancel", { timer })).toEqual({ cancelled: true });
    const fired = rig.notified.length;
    await pause(40);
    expect(rig.notified).toHaveLength(fired);
  });

  test("a cancelled one does not fire; another instance's is not there", async () => {
    await using rig = new ProxyRig();
    const { timer } = await rig.call("timer/set", { ms: 10 });
    expect(await rig.call("timer/cancel", { timer }, { instance: rig.newInstance("2") })).toEqual({ cancelled: false });
    expect(await rig.call("timer/cancel", { timer })).toEqual({ cancelled: true });
    await pause(30);
    expect(rig.notified).toEqual([]);
  });

  test("64 at once, and room again when one has gone", async () => {
    await using rig = new ProxyRig();
    const timers: number[] = [];
    for (let count = 0; count < TIMERS_AT_ONCE; count += 1) timers.push((await rig.call("timer/set", { ms: 60_000 })).timer);
    expect(new Set(timers).size).toBe(TIMERS_AT_ONCE);
    expect(await rig.failure("timer/set", { ms: 60_000 })).toMatchObject({ code: "LIMIT_EXCEEDED", details: { limit: "timers" } });
    expect(await rig.call("timer/set", { ms: 60_000 }, { instance: rig.newInstance("2") })).toEqual({ timer: 1 });
    await rig.call("timer/cancel", { timer: timers[0] ?? 0 });
    expect(await rig.call("timer/set", { ms: 60_000 })).toEqual({ timer: TIMERS_AT_ONCE + 1 });
    await rig.release("2");
  });

  test("they are gone when the instance is released", async () => {
    await using rig = new ProxyRig();
    await rig.call("timer/set", { ms: 10, repeat: true });
    await rig.call("timer/set", { ms: 10 });
    await rig.release();
    await pause(40);
    expect(rig.notified).toEqual([]);
  });

  test("they keep no process alive", async () => {
    const script = `
      const { timerProxies } = await import(${JSON.stringify(new URL("timer-proxies.ts", import.meta.url).href)});
      const instance = { instanceId: "1", notify() {} };
      await timerProxies()[0].run({ params: { ms: 60000, repeat: true }, instance, signal: new AbortController().signal });
      console.log("set");`;
    const { stdout } = await promisify(execFile)(process.execPath, ["--conditions=@ambit/source", "--input-type=module", "--eval", script], { timeout: 10_000 });
    expect(stdout).toBe("set\n");
  });
});
