import assert from "node:assert/strict";
import { casesOf, type ConformanceCase } from "../sandbox/conformance-case.ts";
import { expectError } from "../sandbox/expect-error.ts";
import { pending } from "../sandbox/pending.ts";
import { eventually, pause, within } from "../sandbox/within.ts";

/** A caller that gives up. */
export const cancellationCases: readonly ConformanceCase[] = casesOf("cancellation", [
  {
    name: "a call whose caller has already given up is CALL_CANCELLED and never reaches the guest",
    async run({ start }) {
      const { tool } = await start();
      await expectError(tool("state", {}, { signal: AbortSignal.abort() }), "CALL_CANCELLED");
      assert.equal(await tool("state"), 1);
    },
  },
  {
    name: "a call that waits for the host ends in CALL_CANCELLED at once",
    async run({ start }) {
      const { tool, host } = await start();
      const release = host.hold("kv/get");
      const giveUp = new AbortController();
      const waiting = pending(tool("hostCall", { method: "kv/get", params: { key: "k" } }, { signal: giveUp.signal }));
      await eventually(3000, "the call", () => host.messages === 1);
      giveUp.abort();
      await within(500, "the end", expectError(waiting, "CALL_CANCELLED"));
      release();
    },
  },
  {
    name: "a call that loops ends in CALL_CANCELLED at once for its caller",
    async run({ start }) {
      const { tool } = await start({ limits: { callSeconds: 1, cpuMillis: 500 } });
      const giveUp = new AbortController();
      const looping = pending(tool("spin", {}, { signal: giveUp.signal }));
      await pause(50);
      giveUp.abort();
      await within(400, "the end", expectError(looping, "CALL_CANCELLED"));
    },
  },
  {
    name: "after a cancelled call the instance answers the next one, or is gone",
    async run({ start }) {
      const { tool, sandbox } = await start({ limits: { callSeconds: 1, cpuMillis: 500 } });
      const looping = pending(expectError(tool("spin", {}, { signal: AbortSignal.timeout(50) }), "CALL_CANCELLED"));
      await looping;
      const [next] = await Promise.allSettled([tool("echo", { value: 1 })]);
      if (next.status === "fulfilled") return assert.equal(next.value, 1);
      await expectError(Promise.reject(next.reason), "INSTANCE_STOPPED", "LIMIT_EXCEEDED");
      await within(3000, "exited", sandbox.exited);
    },
  },
  {
    name: "the answer of a cancelled call goes to nobody",
    async run({ start }) {
      const { tool, host } = await start();
      const release = host.hold("kv/get");
      const giveUp = new AbortController();
      const cancelled = pending(expectError(tool("hostCall", { method: "kv/get", params: { key: "k" } }, { signal: giveUp.signal }), "CALL_CANCELLED"));
      await eventually(3000, "the call", () => host.messages === 1);
      giveUp.abort();
      await cancelled;
      release();
      for (let i = 0; i < 5; i++) assert.equal(await tool("echo", { value: i }), i);
    },
  },
  {
    name: "giving up after the answer changes nothing",
    async run({ start }) {
      const { tool } = await start();
      const giveUp = new AbortController();
      assert.equal(await tool("echo", { value: 1 }, { signal: giveUp.signal }), 1);
      giveUp.abort();
      assert.equal(await tool("echo", { value: 2 }), 2);
    },
  },
]);
