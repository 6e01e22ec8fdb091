import { type LimitName, type Sandbox, type SandboxBackend, defaultLimits } from "@ambit/api-types";
import { afterEach, describe, expect, test } from "vitest";
import type { GuestEngine } from "../engine/guest-engine.ts";
import { outcome } from "../testing/sandboxes.ts";
import { type TestSpec, testEngine, testSpec } from "../testing/test-engine.ts";
import { type WorkerBackendOptions, createWorkerBackend } from "./worker-backend.ts";

const backends: SandboxBackend[] = [];

function backendOf(engine: Partial<GuestEngine> = {}, options: WorkerBackendOptions = {}): SandboxBackend {
  const backend = createWorkerBackend({ ...testEngine, ...engine }, options);
  backends.push(backend);
  return backend;
}

async function using<Value>(backend: SandboxBackend, spec: TestSpec, act: (sandbox: Sandbox) => Promise<Value>): Promise<Value> {
  const sandbox = await backend.create(testSpec(spec));
  try {
    return await act(sandbox);
  } finally {
    await sandbox.dispose();
  }
}

afterEach(async () => {
  await Promise.all(backends.splice(0).map((backend) => backend.close()));
});

describe("create", () => {
  test("hands the guest what it was specified with, and no more", async () => {
    const spec = testSpec({ config: { greeting: "hello" } });
    const seen = await using(backendOf(), { config: { greeting: "hello" } }, (sandbox) => sandbox.call("init", null));
    const { instanceId, plugin, run, bundleDir, policy, preopens, config, lang } = spec;
    expect(seen).toEqual({ instanceId, plugin, run, bundleDir, policy, preopens, config, lang, image: "image" });
  });

  test("says in `initialize` who the plugin is and what it may call", async () => {
    const seen = await using(backendOf(), { config: { a: 1 } }, (sandbox) => sandbox.call("initialized", null));
    expect(seen).toMatchObject({ protocolVersion: 1, plugin: { id: "test-plugin", version: "1.0.0" }, lang: "en", config: { a: 1 } });
    expect((seen as { calls: string[] }).calls).toEqual(["kv/get", "kv/set", "kv/delete", "kv/list", "timer/set", "timer/cancel", "log"]);
  });

  test.each([
    ["an engine that fails", { start: "throw" }, "INTERNAL_ERROR"],
    ["an engine that hangs", { start: "never" }, "LIMIT_EXCEEDED callSeconds"],
    ["an engine that loops", { start: "spin" }, "LIMIT_EXCEEDED callSeconds"],
    ["another protocol", { initialize: { protocolVersion: 2 } }, "GUEST_PROTOCOL"],
  ])("fails on %s", async (_what, config, code) => {
    expect(await outcome(backendOf().create(testSpec({ config, limits: { callSeconds: 0.3 } })))).toBe(code);
  });

  test.each([[{}], ["an answer"], [{ protocolVersion: 1 }]])("takes a guest that answers `initialize` with %j", async (initialize) => {
    expect(await using(backendOf(), { config: { initialize } }, (sandbox) => sandbox.call("echo", 1))).toBe(1);
  });

  test("passes on what `prepare` fails with, and takes no worker for it", async () => {
    const prepare = (): Promise<never> => Promise.reject(new Error("prepare"));
    await expect(backendOf({ prepare }).create(testSpec())).rejects.toThrow("prepare");
  });

  test("fails when what `prepare` made cannot cross to a worker", async () => {
    const backend = backendOf({ prepare: async () => () => "a function" });
    await expect(backend.create(testSpec())).rejects.toThrow("could not be cloned");
  });

  test.each(["/no/such/module.js", new URL("./check-support.ts", import.meta.url)])("fails when %s makes no guests", async (guestModule) => {
    const expected = typeof guestModule === "string" ? "BACKEND_UNAVAILABLE" : "INTERNAL_ERROR";
    expect(await outcome(backendOf({ guestModule }).create(testSpec()))).toBe(expected);
  });

  test.each<LimitName>(["callSeconds", "cpuMillis", "memoryMb", "hostCalls"])("refuses a plugin where `%s` cannot be enforced", async (limit) => {
    const limits = (Object.keys(defaultLimits) as LimitName[]).filter((name) => name !== limit);
    const backend = backendOf({ supports: { ...testEngine.supports, limits } });
    expect(await outcome(backend.create(testSpec()))).toBe(`LIMIT_UNSUPPORTED ${limit}`);
  });

  test("refuses a form of plugin that it does not run", async () => {
    const spec = { ...testSpec(), run: { wasm: "run.wasm", abi: "preview1" } as const };
    expect(await outcome(backendOf().create(spec))).toBe("BACKEND_UNAVAILABLE");
  });

  test("is refused after close", async () => {
    const backend = backendOf();
    await backend.close();
    expect(await outcome(backend.create(testSpec()))).toBe("BACKEND_UNAVAILABLE");
  });
});

describe("the warm pool", () => {
  test("never hands a worker out twice", async () => {
    const backend = backendOf({}, { warmWorkers: 2 });
    const counts = [];
    for (let i = 0; i < 6; i++) counts.push(await using(backend, {}, (sandbox) => sandbox.call("guestsInThread", null)));
    expect(counts).toEqual([1, 1, 1, 1, 1, 1]);
  });

  test("instances are apart: one that loops does not hold up another", async () => {
    const backend = backendOf();
    const looping = await backend.create(testSpec());
    const call = outcome(looping.call("spin", null));
    expect(await using(backend, {}, (sandbox) => sandbox.call("echo", "quick"))).toBe("quick");
    await looping.dispose();
    expect(await call).toBe("INSTANCE_STOPPED");
  });
});
