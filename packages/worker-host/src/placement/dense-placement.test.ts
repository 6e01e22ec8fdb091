import type { Sandbox } from "@ambit/api-types";
import { readdirSync } from "node:fs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createWorkerBackend } from "../backend/worker-backend.ts";
import { superviseSandbox } from "../supervise/supervise-sandbox.ts";
import { outcome } from "../testing/sandboxes.ts";
import { type TestSpec, testEngine, testSpec } from "../testing/test-engine.ts";
import { densePlacement } from "./dense-placement.ts";

const engine = { ...testEngine, sharesThreads: true };
let backend: ReturnType<typeof createWorkerBackend>;
let made: Sandbox[];

beforeEach(() => {
  backend = createWorkerBackend(engine, { placement: densePlacement(4) });
  made = [];
});
afterEach(async () => {
  await Promise.all(made.map((sandbox) => sandbox.dispose()));
  await backend.close();
});

async function create(spec?: TestSpec): Promise<Sandbox> {
  const sandbox = await backend.create(testSpec(spec));
  made.push(sandbox);
  return sandbox;
}

/** A guest that tells what it begins on. */
async function createLoud(limits: TestSpec["limits"]): Promise<{ loud: Sandbox; begins(method: string, params?: number): Promise<{ readonly done: Promise<unknown> }> }> {
  let heard: (method: string) => void = () => undefined;
  const handle = async (message: string): Promise<undefined> => heard((JSON.parse(message) as { params: { method: string } }).params.method) as undefined;
  const loud = await create({ config: { loud: true }, handle, ...(limits !== undefined && { limits }) });
  const begins = async (method: string, params: number | null = null): Promise<{ done: Promise<unknown> }> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    heard = (begun) => begun === method && resolve();
    const done = outcome(loud.call(method, params));
    await promise;
    return { done };
  };
  return { loud, begins };
}

const threads = (): number => readdirSync("/proc/self/task").length;

test("four guests share a thread, and no more", async () => {
  const guests: Sandbox[] = [];
  for (let at = 0; at < 6; at++) guests.push(await create());
  expect(await Promise.all(guests.map((guest, at) => guest.call("echo", at)))).toEqual([0, 1, 2, 3, 4, 5]);
  const inThread = await Promise.all(guests.map((guest) => guest.call("guestsInThread", null)));
  expect(inThread.slice(0, 3).every((count) => Number(count) >= 3)).toBe(true);
  expect(Math.max(...inThread.map(Number))).toBeLessThanOrEqual(4);
});

test("a guest that does not stop takes its thread along: it is killed, the others are evicted, and their calls end", async () => {
  const { loud, begins } = await createLoud({ callSeconds: 0.5, cpuMillis: 10_000 });
  const neighbour = await create();
  const { done } = await begins("spin");
  const waiting = outcome(neighbour.call("echo", 1));
  expect(await done).toBe("LIMIT_EXCEEDED callSeconds");
  expect(await waiting).toBe("INSTANCE_STOPPED");
  expect([(await loud.exited).kind, (await neighbour.exited).kind]).toEqual(["killed", "evicted"]);
});

test("an eviction is no crash: the plugin is started again at once, as often as it happens", async () => {
  let evictions = 0;
  const supervised = superviseSandbox(() => create(), { callSeconds: 5, onExit: ({ kind }) => (evictions += kind === "evicted" ? 1 : 0) });
  // A call may meet the instance at its end, and be told so; the next one may not wait for a backoff, which is a second at least.
  const answers = (): Promise<void> => vi.waitFor(async () => expect(await supervised.call("echo", 1)).toBe(1), { timeout: 900, interval: 5 });
  for (let round = 0; round < 6; round++) {
    await answers();
    const looping = await create({ limits: { callSeconds: 0.2, cpuMillis: 10_000 } });
    expect(await outcome(looping.call("spin", null))).toBe("LIMIT_EXCEEDED callSeconds");
    await looping.exited;
    await answers();
  }
  expect([supervised.state, evictions > 3]).toEqual(["running", true]);
  await supervised.dispose();
});

test("a guest is charged for its own turns alone, and not for what it waits", async () => {
  const { loud, begins } = await createLoud({ callSeconds: 20, cpuMillis: 10_000 });
  const frugal = await create({ limits: { callSeconds: 20, cpuMillis: 50 } });
  const { done } = await begins("burn", 200);
  frugal.notify("told", {});
  expect(await Promise.all([done, frugal.call("echo", "mine")])).toEqual(["burnt", "mine"]);
  expect((await frugal.usage()).cpuMillis).toBeLessThan(50);
  expect((await loud.usage()).cpuMillis).toBeGreaterThanOrEqual(190);
});

test("one that waits longer than its own deadline is told so and lives", async () => {
  const { begins } = await createLoud({ callSeconds: 20, cpuMillis: 10_000 });
  const waiting = await create({ limits: { callSeconds: 0.3 } });
  const { done } = await begins("work", 900);
  waiting.notify("told", {});
  expect(await Promise.all([done, outcome(waiting.call("echo", 1))])).toEqual(["worked", "LIMIT_EXCEEDED callSeconds"]);
  expect(await waiting.call("heard", null)).toEqual(["told {}"]);
});

test("an engine whose guests cannot share a thread is refused", () => {
  expect(() => createWorkerBackend(testEngine, { placement: densePlacement() })).toThrowError(expect.objectContaining({ code: "HOST_CONFIG_INVALID" }));
});

test("nothing is left when all are disposed of", async () => {
  const before = threads();
  await create();
  await create();
  await Promise.all(made.splice(0).map((sandbox) => sandbox.dispose()));
  await backend.close();
  expect(threads()).toBeLessThanOrEqual(before);
});
