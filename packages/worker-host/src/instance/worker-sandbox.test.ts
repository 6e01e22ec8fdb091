import type { JsonValue } from "@ambit/api-types";
import { describe, expect, test } from "vitest";
import { bothModes, outcome, useSandboxes } from "../testing/sandboxes.ts";

describe.each(bothModes)("calls ($mode)", ({ engine }) => {
  const create = useSandboxes({}, engine);

  test("answers reach their own calls, whatever the order", async () => {
    const sandbox = await create();
    const numbers = Array.from({ length: 100 }, (_, index) => index);
    expect(await Promise.all(numbers.map((number) => sandbox.call("echo", { number })))).toEqual(numbers.map((number) => ({ number })));
  });

  test.each<[string, JsonValue]>([
    ["text beyond ASCII", "héllo \u2028 😀 \u0000"],
    ["a megabyte", "x".repeat(1024 * 1024)],
    ["a megabyte beyond ASCII", "é".repeat(1024 * 1024)],
    ["null", null],
    ["keys that look special", JSON.parse('{"__proto__":{"a":1},"constructor":2}') as JsonValue],
  ])("carries %s there and back", async (_what, value) => {
    const sandbox = await create();
    expect(JSON.stringify(await sandbox.call("echo", value))).toBe(JSON.stringify(value));
  });

  test("an error of the guest ends its call alone, with a code of the registry", async () => {
    const sandbox = await create();
    expect(await outcome(sandbox.call("error", { code: -32003, message: "no", data: { code: "PERMISSION_DENIED" } }))).toBe("PERMISSION_DENIED");
    expect(await outcome(sandbox.call("error", { message: "made up", data: { code: "MADE_UP" } }))).toBe("GUEST_ERROR");
    expect(await outcome(sandbox.call("error", "no object"))).toBe("GUEST_ERROR");
    expect(await sandbox.call("echo", "alive")).toBe("alive");
  });

  test("notifications arrive in order, and before later calls", async () => {
    const sandbox = await create();
    for (let i = 0; i < 5; i++) sandbox.notify("event/deliver", { i });
    expect(await sandbox.call("heard", null)).toEqual([0, 1, 2, 3, 4].map((i) => `event/deliver {"i":${i}}`));
  });

  test("a guest's thread has no environment and no arguments", async () => {
    const sandbox = await create();
    expect(await sandbox.call("surroundings", null)).toEqual({ env: {}, argv: [] });
  });

  test("usage counts calls, processor time and what the guest holds", async () => {
    const sandbox = await create();
    await sandbox.call("burn", 60);
    const usage = await sandbox.usage();
    expect(usage.calls).toBe(1);
    expect(usage.memoryBytes).toBe(3 * 1024 * 1024);
    expect(usage.cpuMillis).toBeGreaterThan(40);
    await sandbox.dispose();
    expect((await sandbox.usage()).cpuMillis).toBe(usage.cpuMillis);
  });
});

describe("what a caller sends", () => {
  const create = useSandboxes();

  test("is bounded and must be JSON; the instance lives", async () => {
    const sandbox = await create();
    const cyclic: Record<string, unknown> = {};
    cyclic["self"] = cyclic;
    let deep: JsonValue = 1;
    for (let i = 0; i < 70; i++) deep = [deep];
    expect(await outcome(sandbox.call("echo", cyclic as JsonValue))).toBe("INVALID_PARAMS");
    expect(await outcome(sandbox.call("echo", deep))).toBe("MESSAGE_TOO_DEEP depth");
    expect(await outcome(sandbox.call("echo", "x".repeat(9 * 1024 * 1024)))).toBe("MESSAGE_TOO_LARGE message");
    expect(await sandbox.call("echo", 1)).toBe(1);
  });

  test("waits for at most 256 calls at once", async () => {
    const sandbox = await create();
    const calls = Array.from({ length: 257 }, () => outcome(sandbox.call("later", 50)));
    expect(await calls[256]).toBe("LIMIT_EXCEEDED pendingCalls");
    expect(new Set(await Promise.all(calls.slice(0, 256)))).toEqual(new Set(["late"]));
  });

  test("can be given up: the guest hears of it, its late answer is dropped, the instance goes on", async () => {
    const sandbox = await create();
    const controller = new AbortController();
    const call = outcome(sandbox.call("later", 100, { signal: controller.signal }));
    controller.abort();
    expect(await call).toBe("CALL_CANCELLED");
    expect(await outcome(sandbox.call("echo", 1, { signal: controller.signal }))).toBe("CALL_CANCELLED");
    expect(await sandbox.call("later", 150)).toBe("late");
    expect(await sandbox.call("heard", null)).toEqual(['call/cancel {"id":2}']);
  });

  test("leaves no listener on the caller's signal", async () => {
    const sandbox = await create();
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => (listeners++, add(...args));
    signal.removeEventListener = (...args: Parameters<typeof remove>) => (listeners--, remove(...args));
    await sandbox.call("echo", 1, { signal });
    expect(listeners).toBe(0);
  });
});

describe.each(bothModes)("the end ($mode)", ({ engine }) => {
  const create = useSandboxes({ graceMillis: 100 }, engine);

  test("dispose ends calls under way, tells the guest, and settles once", async () => {
    const sandbox = await create();
    const call = outcome(sandbox.call("never", null));
    await Promise.all([sandbox.dispose(), sandbox.dispose()]);
    expect(await call).toBe("INSTANCE_STOPPED");
    expect(await sandbox.exited).toEqual({ kind: "disposed" });
    expect(await outcome(sandbox.call("echo", 1))).toBe("INSTANCE_STOPPED");
    sandbox.notify("event/deliver", {});
  });

  test.each(["spin", "never"])("dispose ends a guest that is at %s", async (method) => {
    const sandbox = await create();
    const call = outcome(sandbox.call(method, null));
    await sandbox.dispose();
    expect(await call).toBe("INSTANCE_STOPPED");
  });

  test("dispose ends a guest that hangs while it closes", async () => {
    const sandbox = await create({ config: { onDispose: "hang" } });
    await sandbox.dispose();
    expect((await sandbox.exited).kind).toBe("disposed");
  });

  test("dispose ends a guest that waits for an answer which never comes", async () => {
    const sandbox = await create({ handle: () => new Promise(() => {}) });
    const call = outcome(sandbox.call("ask", { key: "a" }));
    await sandbox.dispose();
    expect(await call).toBe("INSTANCE_STOPPED");
  });
});
