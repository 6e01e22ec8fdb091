import { expect, test } from "vitest";
import { testSpec } from "./testing/test-engine.ts";
import { createWorkerBackend } from "./index.ts";

test("the example of the README", async () => {
  const spec = testSpec();

  const backend = createWorkerBackend({
    name: "greet",
    supports: { runs: ["js"], limits: ["callSeconds", "cpuMillis", "memoryMb", "hostCalls"], preopens: false, concurrentHostCalls: false, keepsState: true },
    guestModule: new URL("./testing/greet-guest.ts", import.meta.url),
    isAvailable: async () => ({ available: true }),
    prepare: async () => null,
  });

  const sandbox = await backend.create(spec);
  expect(await sandbox.call("greet", { name: "Ada" })).toEqual({ greeting: "Hello Ada" });
  await sandbox.dispose();
  await backend.close();
});
