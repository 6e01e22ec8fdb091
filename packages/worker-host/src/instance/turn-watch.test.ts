import { describe, expect, test } from "vitest";
import { bothModes, outcome, useSandboxes } from "../testing/sandboxes.ts";

describe.each(bothModes)("time ($mode)", ({ engine }) => {
  const create = useSandboxes({}, engine);
  const wall = { callSeconds: 0.2, cpuMillis: 10_000 };

  test.each(["spin", "spinNative", "never"])("callSeconds ends a guest that is at %s", async (method) => {
    const sandbox = await create({ limits: wall });
    const start = performance.now();
    expect(await outcome(sandbox.call(method, null))).toBe("LIMIT_EXCEEDED callSeconds");
    expect(performance.now() - start).toBeGreaterThan(190);
    expect((await sandbox.exited).kind).toBe("killed");
  });

  test("the host's own side counts: a call that waits for the host ends in time", async () => {
    const sandbox = await create({ limits: wall, handle: () => new Promise(() => {}) });
    expect(await outcome(sandbox.call("ask", { key: "a" }))).toBe("LIMIT_EXCEEDED callSeconds");
  });

  test.each(["spin", "spinNative"])("cpuMillis ends a guest that is at %s", async (method) => {
    const sandbox = await create({ limits: { callSeconds: 20, cpuMillis: 100 } });
    expect(await outcome(sandbox.call(method, null))).toBe("LIMIT_EXCEEDED cpuMillis");
  });

  test("waiting uses no processor time", async () => {
    const answer = JSON.stringify({ jsonrpc: "2.0", id: 1, result: null });
    const handle = (): Promise<string> => new Promise((resolve) => void setTimeout(resolve, 400, answer));
    const sandbox = await create({ limits: { callSeconds: 20, cpuMillis: 50 }, handle });
    expect(await sandbox.call("ask", {})).toBe(answer);
  });

  test("neither does waiting in native code, where the guest cannot be asked what it has used", async () => {
    const sandbox = await create({ limits: { callSeconds: 20, cpuMillis: 150 } });
    expect(await outcome(sandbox.call("sleepNative", 600))).toBe("slept");
  });

  test("a guest that loops after its answer is ended", async () => {
    const sandbox = await create({ limits: wall });
    expect(await sandbox.call("answerThenSpin", null)).toBe("answered");
    expect(await sandbox.exited).toMatchObject({ kind: "killed", error: { details: { limit: "callSeconds" } } });
  });

  test("a guest that loops at a notification is ended", async () => {
    const sandbox = await create({ limits: wall });
    sandbox.notify("spin", {});
    expect(await sandbox.exited).toMatchObject({ kind: "killed", error: { details: { limit: "callSeconds" } } });
  });

  test("a guest that loops after its caller gave up is ended", async () => {
    const sandbox = await create({ limits: wall });
    const controller = new AbortController();
    const call = outcome(sandbox.call("spin", null, { signal: controller.signal }));
    controller.abort();
    expect(await call).toBe("CALL_CANCELLED");
    expect((await sandbox.exited).kind).toBe("killed");
  });

  test("calls that wait behind others end alone when their time is up; the guest is not to blame", async () => {
    const sandbox = await create({ limits: { callSeconds: 0.5, cpuMillis: 10_000 } });
    const calls = await Promise.all(Array.from({ length: 4 }, () => outcome(sandbox.call("work", 180))));
    expect(calls.slice(0, 2)).toEqual(["worked", "worked"]);
    expect(calls[3]).toBe("LIMIT_EXCEEDED callSeconds");
    expect(await sandbox.call("echo", 1)).toBe(1);
  });

  test("each call has its own processor time, also when they queue", async () => {
    const sandbox = await create({ limits: { callSeconds: 20, cpuMillis: 250 } });
    const calls = await Promise.all(Array.from({ length: 6 }, () => outcome(sandbox.call("work", 150))));
    expect(calls).toEqual(Array.from({ length: 6 }, () => "worked"));
    expect(await outcome(sandbox.call("work", 1000))).toBe("LIMIT_EXCEEDED cpuMillis");
  });
});
