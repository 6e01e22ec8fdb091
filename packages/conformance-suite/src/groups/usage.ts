import assert from "node:assert/strict";
import { casesOf, type ConformanceCase } from "../sandbox/conformance-case.ts";
import { eventually } from "../sandbox/within.ts";

/** What an instance says that it used. */
export const usageCases: readonly ConformanceCase[] = casesOf("usage", [
  {
    name: "calls into the guest are counted, failed ones too",
    async run({ start }) {
      const { tool, sandbox } = await start();
      const before = (await sandbox.usage()).calls;
      await tool("echo", { value: 1 });
      await assert.rejects(tool("throws", { message: "no" }));
      assert.equal((await sandbox.usage()).calls - before, 2);
    },
  },
  {
    name: "processor time grows with work",
    async run({ start }) {
      const { tool, sandbox } = await start({ limits: { cpuMillis: 10_000, callSeconds: 20 } });
      const before = await sandbox.usage();
      const began = performance.now();
      while (performance.now() - began < 300) await tool("work", { thousands: 1000 });
      const after = await sandbox.usage();
      const spent = after.cpuMillis - before.cpuMillis;
      assert.ok(spent > 30, `${spent} ms of processor time for 300 ms of work`);
      assert.ok(spent < 20 * (performance.now() - began), `${spent} ms is more than there was`);
    },
  },
  {
    name: "memory grows with what the guest takes, and stays within its limit",
    about: ({ fixture }) => fixture.keepsState,
    async run({ start }) {
      const { tool, sandbox } = await start({ limits: { memoryMb: 64, cpuMillis: 10_000, callSeconds: 20 } });
      // A figure may be one turn old: an answer leaves before its turn is over.
      await eventually(1000, "a guest has some memory", async () => (await sandbox.usage()).memoryBytes > 0);
      await tool("allocate", { mebibytes: 16 });
      await eventually(1000, "a figure that has the 16 MiB in it", async () => (await sandbox.usage()).memoryBytes >= 16 * 2 ** 20);
      const after = (await sandbox.usage()).memoryBytes;
      assert.ok(after <= 64 * 2 ** 20, `${after} bytes under a limit of 64 MiB`);
    },
  },
  {
    name: "one instance's usage is its own",
    async run({ start }) {
      const [busy, idle] = [await start(), await start()];
      for (let i = 0; i < 10; i++) await busy.tool("echo", { value: i });
      assert.equal((await idle.sandbox.usage()).calls, 0);
    },
  },
]);
