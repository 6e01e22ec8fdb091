import assert from "node:assert/strict";
import { PENDING_CALLS, type JsonValue } from "@ambit/api-types";
import { casesOf, type ConformanceCase, type Subject } from "../sandbox/conformance-case.ts";
import { pending } from "../sandbox/pending.ts";
import { eventually, within } from "../sandbox/within.ts";

const overlaps = ({ supports, fixture }: Subject): boolean => supports.concurrentHostCalls && fixture.concurrent;

/** How many things may be under way at once. */
export const concurrencyCases: readonly ConformanceCase[] = casesOf("concurrency", [
  {
    name: "several calls to the host are pending at once where that is claimed",
    about: overlaps,
    async run({ start }) {
      const { tool, host } = await start();
      const release = host.hold("kv/get");
      const asked = pending(tool("concurrentHostCalls", { count: 5, method: "kv/get", params: { key: "k" } }));
      await eventually(3000, "5 pending", () => host.mostPending >= 5);
      release();
      const reports = (await asked) as readonly JsonValue[];
      assert.equal(reports.length, 5);
      for (const report of reports) assert.deepEqual(report, { ok: true, result: { found: false, value: null } });
      assert.equal(host.mostPending, 5);
    },
  },
  {
    name: "a guest that cannot overlap its calls to the host makes one at a time",
    about: (subject) => !overlaps(subject),
    async run({ start }) {
      const { tool, host } = await start();
      const asked = [1, 2, 3].map(() => tool("manyHostCalls", { count: 3, method: "kv/get", params: { key: "k" } }));
      for (const reports of await Promise.all(asked)) assert.equal((reports as readonly JsonValue[]).length, 3);
      assert.deepEqual([host.messages, host.mostPending], [9, 1]);
    },
  },
  {
    name: "answers of the host may come in any order",
    about: overlaps,
    async run({ start }) {
      const { tool, host } = await start();
      const release = host.hold("kv/get");
      const slow = pending(tool("concurrentHostCalls", { count: 1, method: "kv/get", params: { key: "slow" } }));
      await eventually(3000, "the slow one", () => host.messages === 1);
      assert.deepEqual(await tool("concurrentHostCalls", { count: 1, method: "kv/list", params: {} }), [{ ok: true, result: { entries: [] } }]);
      release();
      assert.deepEqual(await slow, [{ ok: true, result: { found: false, value: null } }]);
    },
  },
  {
    name: "no more calls to the host are pending than may be; those past it are refused by name",
    about: overlaps,
    async run({ start }) {
      const { tool, host } = await start({ limits: { hostCalls: 1000 } });
      const release = host.hold("kv/get");
      const asked = pending(tool("concurrentHostCalls", { count: PENDING_CALLS + 50, method: "kv/get", params: { key: "k" } }));
      await eventually(3000, "all that may be", () => host.mostPending >= PENDING_CALLS);
      release();
      const reports = (await asked) as readonly { readonly ok: boolean; readonly code?: string; readonly limit?: string }[];
      assert.equal(host.mostPending, PENDING_CALLS);
      const past = reports.filter(({ ok }) => !ok);
      assert.equal(past.length, 50);
      for (const report of past) assert.deepEqual([report.code, report.limit], ["LIMIT_EXCEEDED", "pendingCalls"]);
    },
  },
  {
    name: "one instance waiting for its host does not hold up another",
    async run({ start }) {
      const [waiting, free] = [await start(), await start()];
      const release = waiting.host.hold("kv/get");
      const held = pending(waiting.tool("hostCall", { method: "kv/get", params: { key: "k" } }));
      await eventually(3000, "the call", () => waiting.host.messages === 1);
      assert.equal(await within(1000, "the other instance", free.tool("echo", { value: "free" })), "free");
      release();
      assert.deepEqual(await held, { ok: true, result: { found: false, value: null } });
    },
  },
  {
    name: "eight instances at once each answer their own calls",
    async run({ start }) {
      const all = await Promise.all(Array.from({ length: 8 }, () => start()));
      const answers = await Promise.all(all.flatMap(({ tool }, index) => [tool("echo", { value: `a${index}` }), tool("add", { a: index, b: 1 })]));
      assert.deepEqual(answers, all.flatMap((_, index) => [`a${index}`, index + 1]));
    },
  },
]);
