import { TIMER_FLOOR_MS, TIMERS_AT_ONCE } from "@ambit/api-types";
import { expect, test } from "vitest";
import { installed, makeHost } from "../testing/host-rig.ts";

/** Counts in the store, so that what fired is seen from outside whatever became of the instance. */
const code = `
  let fired = 0;
  const began = Date.now() + "." + Math.random();
  export const tools = {
    began: () => began,
    fired: () => fired,
    tick: ({ ms }, ctx) => { setInterval(() => void ctx.kv.set({ key: began, value: ++fired }), ms); return began; },
    once: ({ ms }) => { setTimeout(() => fired++, ms); },
    raw: (args, ctx) => ctx.call("timer/set", args),
    async many({ count }, ctx) {
      const codes = [];
      for (let at = 0; at < count; at++) codes.push(await ctx.call("timer/set", { ms: 60_000 }).then(() => "set", (error) => error.details.limit));
      return codes;
    },
    loop() { for (;;); },
  };`;
const tools = ["began", "fired", "tick", "once", "raw", "many", "loop"].map((name) => ({ name, description: "Runs." }));
const manifest = { tools, limits: { hostCalls: 1000, cpuMillis: 500, callSeconds: 10 } };

test("timers fire between calls, and nobody has to ask for the plugin", async () => {
  const { host } = await makeHost();
  await installed(host, { manifest, code });
  await host.callTool("notes", "once", { ms: 20 });
  await expect.poll(() => host.callTool("notes", "fired", {})).toBe(1);
});

test("they are gone with the instance that set them: killed, stopped or restarted", async () => {
  const { host, store } = await makeHost({ restart: { backoffMillis: [1] } });
  await installed(host, { manifest, code });
  const ticks = async (key: unknown): Promise<number> => Number((await store.kv.get({ pluginId: "notes" }, String(key))) ?? 0);
  const ends: readonly (() => Promise<unknown>)[] = [
    () => host.callTool("notes", "loop", {}).catch(() => undefined),
    () => host.settings.put("notes", { accounts: [], config: { other: 1 } }),
    () => host.restart("notes"),
  ];
  for (const end of ends) {
    const instance = await host.callTool("notes", "tick", { ms: 10 });
    await expect.poll(() => ticks(instance)).toBeGreaterThan(1);
    await end();
    // The next instance runs, so the one before has ended with all it held.
    expect(await host.callTool("notes", "began", {})).not.toBe(instance);
    const last = await ticks(instance);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await ticks(instance)).toBe(last);
    expect(await host.callTool("notes", "fired", {})).toBe(0);
  }
});

test("what a plugin declares to do again and again, a restarted one does anew", async () => {
  const { host, store } = await makeHost();
  const declared = `
    const began = Math.random();
    export const tools = { began: () => began };
    export const timers = { beat: { everyMs: 10, run: (ctx) => ctx.kv.set({ key: "beat", value: began }) } };`;
  await installed(host, { manifest: { tools: [{ name: "began", description: "Runs." }] }, code: declared });
  for (let run = 0; run < 2; run++) {
    const began = await host.callTool("notes", "began", {});
    await expect.poll(() => store.kv.get({ pluginId: "notes" }, "beat")).toBe(began);
    await host.restart("notes");
  }
});

test("no timer is shorter than the floor, and no more are set at once than there may be", async () => {
  const { host } = await makeHost();
  await installed(host, { manifest, code });
  const codes = await host.callTool("notes", "many", { count: TIMERS_AT_ONCE + 2 });
  expect(codes).toEqual([...Array(TIMERS_AT_ONCE).fill("set"), "timers", "timers"]);
  await host.restart("notes");
  expect(await host.callTool("notes", "raw", { ms: 0 })).toEqual({ timer: expect.any(Number) });
  const began = performance.now();
  await host.callTool("notes", "once", { ms: 0 });
  await expect.poll(() => host.callTool("notes", "fired", {}), { interval: 1 }).toBe(1);
  expect(performance.now() - began).toBeGreaterThan(TIMER_FLOOR_MS - 1);
});
