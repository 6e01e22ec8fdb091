import { AmbitError, type Sandbox, type SandboxExit } from "@ambit/api-types";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { createWorkerBackend } from "../backend/worker-backend.ts";
import { outcome } from "../testing/sandboxes.ts";
import { type TestSpec, testEngine, testSpec } from "../testing/test-engine.ts";
import { type SupervisedSandbox, type SupervisorOptions, superviseSandbox } from "./supervise-sandbox.ts";

const backend = createWorkerBackend(testEngine);
const made: SupervisedSandbox[] = [];
let starts = 0;

function supervise(options: Partial<SupervisorOptions> = {}, spec: TestSpec = {}): SupervisedSandbox {
  starts = 0;
  const start = (): Promise<Sandbox> => (starts++, backend.create(testSpec(spec)));
  const sandbox = superviseSandbox(start, { callSeconds: 2, schedule: { backoffMillis: [100, 200, 400] }, ...options });
  made.push(sandbox);
  return sandbox;
}

afterEach(async () => {
  await Promise.all(made.splice(0).map((sandbox) => sandbox.dispose()));
});
afterAll(() => backend.close());

describe("starting", () => {
  test("happens at the first call, once for calls that come together", async () => {
    const sandbox = supervise();
    expect(sandbox.state).toBe("idle");
    expect(await sandbox.usage()).toBeUndefined();
    expect(await Promise.all([sandbox.call("echo", 1), sandbox.call("echo", 2), sandbox.start()])).toEqual([1, 2, undefined]);
    expect(starts).toBe(1);
    expect(sandbox.state).toBe("running");
    expect((await sandbox.usage())?.calls).toBe(2);
  });

  test("passes a final error on, and tries again at the next call without delay", async () => {
    const sandbox = superviseSandbox(() => Promise.reject(new AmbitError("SAND_JS_LOAD_FAILED", "no such file")), { callSeconds: 2 });
    for (let i = 0; i < 6; i++) expect(await outcome(sandbox.call("echo", 1))).toBe("SAND_JS_LOAD_FAILED");
    expect(sandbox.state).toBe("idle");
  });

  test("that fails otherwise counts as a crash", async () => {
    const sandbox = supervise({}, { config: { start: "throw" } });
    expect(await outcome(sandbox.call("echo", 1))).toBe("INTERNAL_ERROR");
    expect(sandbox.state).toBe("waiting");
  });
});

describe("after a crash", () => {
  test("the next call waits for its backoff, and gets a fresh instance", async () => {
    const exits: SandboxExit[] = [];
    const sandbox = supervise({ onExit: (exit) => exits.push(exit) });
    expect(await outcome(sandbox.call("exit", null))).toBe("INSTANCE_STOPPED");
    expect(sandbox.state).toBe("waiting");
    const start = performance.now();
    expect(await sandbox.call("echo", "again")).toBe("again");
    expect(performance.now() - start).toBeGreaterThan(90);
    expect(starts).toBe(2);
    expect(exits.map((exit) => exit.kind)).toEqual(["crashed"]);
  });

  test("a call that cannot wait so long is refused at once", async () => {
    const sandbox = supervise({ callSeconds: 0.3, schedule: { backoffMillis: [10_000] } });
    await outcome(sandbox.call("exit", null));
    const start = performance.now();
    expect(await outcome(sandbox.call("echo", 1))).toBe("INSTANCE_STOPPED");
    expect(performance.now() - start).toBeLessThan(200);
  });

  test("the wait counts to the call's time", async () => {
    const sandbox = supervise({ callSeconds: 0.5, schedule: { backoffMillis: [300] } });
    await outcome(sandbox.call("exit", null));
    const start = performance.now();
    expect(await outcome(sandbox.call("never", null))).toBe("LIMIT_EXCEEDED callSeconds");
    expect(performance.now() - start).toBeLessThan(700);
  });

  test("a caller can give up while it waits", async () => {
    const sandbox = supervise({ schedule: { backoffMillis: [1000] } });
    await outcome(sandbox.call("exit", null));
    const controller = new AbortController();
    const call = outcome(sandbox.call("echo", 1, { signal: controller.signal }));
    controller.abort();
    expect(await call).toBe("CALL_CANCELLED");
  });

  test("notifications are dropped until an instance runs", async () => {
    const sandbox = supervise();
    sandbox.notify("event/deliver", {});
    expect(await sandbox.call("heard", null)).toEqual([]);
    sandbox.notify("event/deliver", {});
    expect(await sandbox.call("heard", null)).toEqual(["event/deliver {}"]);
  });
});

describe("crashing again and again", () => {
  test("parks the plugin until it is unparked", async () => {
    const sandbox = supervise({ schedule: { backoffMillis: [1] } });
    for (let i = 0; i < 5; i++) {
      expect(await outcome(sandbox.call("malformed", null))).toBe("MESSAGE_MALFORMED");
      // A call may end a moment before the thread it was in, and until then the next one would still go there.
      await expect.poll(() => sandbox.state).not.toBe("running");
    }
    expect(sandbox.state).toBe("parked");
    expect(await outcome(sandbox.call("echo", 1))).toBe("PLUGIN_PARKED");
    expect(starts).toBe(5);
    sandbox.unpark();
    expect(await sandbox.call("echo", 1)).toBe(1);
  });
});

describe("dispose", () => {
  test("ends the running instance, waiting calls, and every later one", async () => {
    const sandbox = supervise({ schedule: { backoffMillis: [1500] } });
    await outcome(sandbox.call("exit", null));
    const waiting = outcome(sandbox.call("echo", 1));
    await sandbox.dispose();
    expect(await waiting).toBe("INSTANCE_STOPPED");
    expect(sandbox.state).toBe("disposed");
    expect(await outcome(sandbox.call("echo", 1))).toBe("INSTANCE_STOPPED");
    expect(starts).toBe(1);
  });

  test("ends an instance that is just starting", async () => {
    const sandbox = supervise();
    const call = outcome(sandbox.call("echo", 1));
    await sandbox.dispose();
    expect(await call).toBe("INSTANCE_STOPPED");
    expect(sandbox.state).toBe("disposed");
  });
});
