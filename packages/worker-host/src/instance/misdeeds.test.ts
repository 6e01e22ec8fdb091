import { describe, expect, test } from "vitest";
import { bothModes, outcome, useSandboxes } from "../testing/sandboxes.ts";

describe.each(bothModes)("what a guest must not do ($mode)", ({ engine }) => {
  const create = useSandboxes({}, engine);

  test.each([
    ["malformed", "MESSAGE_MALFORMED", "killed"],
    ["notRpc", "GUEST_PROTOCOL", "killed"],
    ["batch", "GUEST_PROTOCOL", "killed"],
    ["deep", "MESSAGE_TOO_DEEP depth", "killed"],
    ["huge", "MESSAGE_TOO_LARGE message", "crashed"],
    ["hugePost", "MESSAGE_TOO_LARGE message", "killed"],
    ["unsolicited", "GUEST_PROTOCOL", "killed"],
    ["nullId", "GUEST_PROTOCOL", "killed"],
    ["postObject", "GUEST_PROTOCOL", "killed"],
    ["postUnknownMark", "GUEST_PROTOCOL", "killed"],
    ["postBadNote", "GUEST_PROTOCOL", "killed"],
    ["postReadyAgain", "GUEST_PROTOCOL", "killed"],
    ["floodRequests", "LIMIT_EXCEEDED pendingCalls", "killed"],
    ["exit", "INSTANCE_STOPPED", "crashed"],
    ["throwNow", "INTERNAL_ERROR", "crashed"],
  ])("%s ends the instance in %s", async (method, code, kind) => {
    const sandbox = await create();
    const other = outcome(sandbox.call("never", null));
    expect(await outcome(sandbox.call(method, null))).toBe(code);
    expect(await other).toBe(code);
    expect((await sandbox.exited).kind).toBe(kind);
    expect(await outcome(sandbox.call("echo", 1))).toBe("INSTANCE_STOPPED");
  });

  test("a second answer to one call ends the instance", async () => {
    const sandbox = await create();
    expect(await sandbox.call("twice", null)).toBe(1);
    expect(await sandbox.exited).toMatchObject({ kind: "killed", error: { code: "GUEST_PROTOCOL" } });
  });

  test("memory past the worker's heap ends the instance", async () => {
    const sandbox = await create({ limits: { callSeconds: 20, cpuMillis: 20_000 } });
    expect(await outcome(sandbox.call("allocate", null))).toBe("LIMIT_EXCEEDED memoryMb");
    expect((await sandbox.exited).kind).toBe("killed");
  });

  test.each([
    ["GUEST_EXITED", "ended"],
    ["LIMIT_EXCEEDED", "killed"],
    ["GUEST_TRAPPED", "crashed"],
    ["MADE_UP", "crashed"],
  ])("an engine that reports %s has %s", async (code, kind) => {
    const sandbox = await create();
    const ended = outcome(sandbox.call("fail", code));
    expect(await ended).toMatch(code === "MADE_UP" ? /^INTERNAL_ERROR$/ : new RegExp(`^${code} stack`));
    expect((await sandbox.exited).kind).toBe(kind);
  });

  test("notifications without end hold no host memory, and end at the processor's limit", async () => {
    let handled = 0;
    const handle = async (): Promise<undefined> => void handled++;
    const sandbox = await create({ limits: { cpuMillis: 300, callSeconds: 20 }, handle });
    const before = process.memoryUsage.rss();
    expect(await outcome(sandbox.call("floodNotifications", null))).toBe("LIMIT_EXCEEDED cpuMillis");
    expect(handled).toBeGreaterThan(1000);
    expect(process.memoryUsage.rss() - before).toBeLessThan(150e6);
  });

  test("a flood that takes no notice of credit ends the instance", async () => {
    const sandbox = await create({ handle: () => new Promise(() => {}) });
    expect(await outcome(sandbox.call("floodPast", null))).toBe("LIMIT_EXCEEDED pendingCalls");
  });

  test("a second blocking request before the first is answered ends the instance", async () => {
    const sandbox = await create({ handle: () => new Promise(() => {}) });
    expect(await outcome(sandbox.call("postAskTwice", null))).toBe("GUEST_PROTOCOL");
  });
});

describe("with an event loop", () => {
  const create = useSandboxes();

  test("an error that nothing in the worker catches ends the instance, and its words stay on the host", async () => {
    const sandbox = await create();
    const error: unknown = await sandbox.call("throwLater", null).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "INSTANCE_STOPPED", cause: { message: "secret /host/path" } });
    expect(String(error)).not.toContain("secret");
  });

  test("output of the worker is dropped beyond its last few lines", async () => {
    const sandbox = await create();
    expect(await sandbox.call("print", null)).toBe("printed");
    const error: unknown = await sandbox.call("exit", null).catch((thrown: unknown) => thrown);
    expect((error as Error).cause).toMatchObject({ message: expect.stringMatching(/^[x\n]{1000,8192}$/) as string });
  });
});
