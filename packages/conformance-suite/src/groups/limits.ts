import assert from "node:assert/strict";
import { type JsonValue, MESSAGE_BYTES, MESSAGE_DEPTH } from "@ambit/api-types";
import { casesOf, type ConformanceCase, type Subject } from "../sandbox/conformance-case.ts";
import { expectError, expectLimit } from "../sandbox/expect-error.ts";
import type { FixturePlugin } from "../fixture-plugin.ts";
import { within } from "../sandbox/within.ts";

/** Ways the fixture knows to never end, by its form. */
function spinKinds(fixture: FixturePlugin): readonly string[] {
  return fixture.wasi ? ["loop", "yield"] : ["loop", "catch", "finally", "microtasks", "regex"];
}

const enforces = (limit: "callSeconds" | "cpuMillis" | "memoryMb") => ({ supports }: Subject): boolean => supports.limits.includes(limit);

/** What a guest cannot have more of. Each limit that the backend claims is broken here on purpose. */
export const limitCases: readonly ConformanceCase[] = casesOf("limits", [
  {
    name: "callSeconds ends a guest that loops",
    about: enforces("callSeconds"),
    async run({ start }) {
      const { tool, sandbox } = await start({ limits: { callSeconds: 1, cpuMillis: 10_000 } });
      await endsNear(1000, expectLimit(tool("spin"), "callSeconds"));
      assert.equal((await sandbox.exited).kind, "killed");
    },
  },
  {
    name: "callSeconds ends a guest that sleeps",
    about: enforces("callSeconds"),
    async run({ start, fixture }) {
      const { tool } = await start({ limits: { callSeconds: 1 } });
      await endsNear(1000, expectLimit(tool("spin", { kind: fixture.wasi ? "sleep" : "forever" }), "callSeconds"));
    },
  },
  {
    name: "callSeconds covers the host's side of the call",
    about: enforces("callSeconds"),
    async run({ start }) {
      const { tool, host } = await start({ limits: { callSeconds: 1 } });
      const release = host.hold("kv/get");
      await endsNear(1000, expectLimit(tool("hostCall", { method: "kv/get", params: { key: "k" } }), "callSeconds"));
      release();
    },
  },
  {
    name: "each call has its own time",
    about: enforces("callSeconds"),
    async run({ start }) {
      const { tool, sandbox } = await start({ limits: { callSeconds: 1, cpuMillis: 10_000 } });
      const end = performance.now() + 1300;
      while (performance.now() < end) await tool("work", { thousands: 1000 });
      assert.equal(await tool("echo", { value: "alive" }), "alive");
      assert.equal((await sandbox.usage()).calls > 2, true);
    },
  },
  {
    name: "cpuMillis ends a guest that loops, whichever way it loops",
    about: enforces("cpuMillis"),
    async run({ start, fixture }) {
      for (const kind of spinKinds(fixture)) {
        const { tool } = await start({ limits: { cpuMillis: 400, callSeconds: 10 } });
        await endsNear(400, expectLimit(tool("spin", { kind }), "cpuMillis"));
      }
    },
  },
  {
    name: "cpuMillis is for each call, and waiting costs none of it",
    about: (subject) => enforces("cpuMillis")(subject) && subject.fixture.keepsState && subject.fixture.concurrent,
    async run({ start }) {
      const { tool } = await start({ limits: { cpuMillis: 400, callSeconds: 10 } });
      assert.equal(await tool("later", { ms: 600 }), "later");
      const end = performance.now() + 1000;
      while (performance.now() < end) await tool("work", { thousands: 100 });
    },
  },
  {
    name: "an engine's built-in that ignores its interrupts is ended from outside",
    about: ({ fixture }) => fixture.kind === "js",
    async run({ start }) {
      const { tool } = await start({ limits: { callSeconds: 1, memoryMb: 256 } });
      const [end] = await within(4000, "the end", Promise.allSettled([tool("spin", { kind: "join" })]));
      // A fast engine is done in time; a slow one must not go on past it.
      if (end.status === "fulfilled") return assert.equal(end.value, 2 ** 28 - 1);
      const error = await expectError(Promise.reject(end.reason), "LIMIT_EXCEEDED", "GUEST_ERROR");
      if (error.code === "LIMIT_EXCEEDED") assert.match(String(error.details.limit), /^(callSeconds|cpuMillis|memoryMb)$/);
    },
  },
  {
    name: "memoryMb bounds what a guest gets",
    about: enforces("memoryMb"),
    async run({ start }) {
      const { tool } = await start({ limits: { memoryMb: 32, cpuMillis: 10_000, callSeconds: 10 } });
      const got = await mebibytesGot(tool("allocate", { mebibytes: 48 }));
      assert.ok(got <= 32, `a guest bound to 32 MiB got ${got}`);
    },
  },
  {
    name: "a guest that takes all it can get is refused or ended, and its neighbour is not",
    about: enforces("memoryMb"),
    async run({ start }) {
      const neighbour = await start();
      const { tool } = await start({ limits: { memoryMb: 64, cpuMillis: 10_000, callSeconds: 10 } });
      await mebibytesGot(tool("allocate"));
      assert.equal(await neighbour.tool("allocate", { mebibytes: 8 }), 8);
    },
  },
  {
    name: "memoryMb leaves a guest what it grants",
    about: enforces("memoryMb"),
    async run({ start }) {
      const { tool } = await start({ limits: { memoryMb: 64, cpuMillis: 10_000, callSeconds: 10 } });
      assert.equal(await tool("allocate", { mebibytes: 24 }), 24);
    },
  },
  {
    name: "a recursion without end costs a stack, and never the host",
    async run({ start, fixture }) {
      const { tool } = await start();
      await expectError(tool("recurse"), "GUEST_STACK_OVERFLOW", "GUEST_ERROR", ...(fixture.wasi ? (["GUEST_TRAPPED"] as const) : []));
      const next = await start();
      assert.equal(await next.tool("echo", { value: 1 }), 1);
    },
  },
  {
    name: "what the gateway refuses past hostCalls reaches the guest, and the instance lives",
    async run({ start }) {
      const { tool } = await start({ limits: { hostCalls: 3 } });
      const reports = (await tool("manyHostCalls", { count: 5, method: "kv/get", params: { key: "k" } })) as readonly { readonly ok: boolean; readonly code?: string; readonly limit?: string }[];
      assert.deepEqual(reports.map(({ ok, code, limit }) => (ok ? "ok" : `${code} ${limit}`)), ["ok", "ok", "ok", "LIMIT_EXCEEDED hostCalls", "LIMIT_EXCEEDED hostCalls"]);
      assert.equal(await tool("echo", { value: 1 }), 1);
    },
  },
  {
    name: "a command's output larger than scriptOutputBytes is LIMIT_EXCEEDED by that name",
    about: ({ fixture }) => fixture.form === "wasm:preview1:command",
    async run({ start }) {
      const { tool } = await start({ limits: { scriptOutputBytes: 100_000 } });
      assert.equal(String(await tool("huge", { bytes: 90_000 })).length, 90_000);
      await expectLimit(tool("huge", { bytes: 100_000 }), "scriptOutputBytes");
      await expectLimit(tool("huge", { bytes: MESSAGE_BYTES }), "scriptOutputBytes");
      assert.equal(await tool("echo", { value: 1 }), 1);
    },
  },
  {
    name: "an answer larger than a message may be is MESSAGE_TOO_LARGE",
    about: ({ fixture }) => fixture.form !== "wasm:preview1:command",
    async run({ start }) {
      const { tool } = await start({ limits: { cpuMillis: 10_000, callSeconds: 10 } });
      await expectError(tool("huge", { bytes: MESSAGE_BYTES }), "MESSAGE_TOO_LARGE");
    },
  },
  {
    name: "an answer deeper than a message may be is MESSAGE_TOO_DEEP",
    async run({ start }) {
      const { tool } = await start();
      await expectError(tool("deep", { depth: MESSAGE_DEPTH + 1 }), "MESSAGE_TOO_DEEP");
      const next = await start();
      await expectError(next.tool("deep", { depth: 100_000 }), "MESSAGE_TOO_DEEP", "GUEST_ERROR", "GUEST_STACK_OVERFLOW");
    },
  },
  {
    name: "a host call that is too large or too deep ends in its code inside the guest, and the instance lives",
    async run({ start }) {
      const { tool } = await start({ limits: { cpuMillis: 10_000, callSeconds: 10 } });
      assert.equal(await tool("askWrongly", { bytes: 1000, depth: 10 }), null);
      assert.equal(await tool("askWrongly", { depth: MESSAGE_DEPTH }), "MESSAGE_TOO_DEEP");
      assert.equal(await tool("askWrongly", { bytes: MESSAGE_BYTES }), "MESSAGE_TOO_LARGE");
      assert.equal(await tool("echo", { value: 1 }), 1);
    },
  },
  {
    name: "a call into the guest that is too large or too deep is refused before it reaches the guest",
    async run({ start }) {
      const { tool } = await start();
      await expectError(tool("echo", { value: "x".repeat(MESSAGE_BYTES) }), "MESSAGE_TOO_LARGE");
      let value: JsonValue = [];
      for (let level = 0; level < MESSAGE_DEPTH; level++) value = [value];
      await expectError(tool("echo", { value }), "MESSAGE_TOO_DEEP");
      assert.equal(await tool("state"), 1);
    },
  },
  ...(["messages", "errors", "text", "calls"] as const).map((kind) => floodCase(kind)),
]);

/** A guest that never stops writing is ended by its processor time, and the host keeps little of what it wrote. */
function floodCase(kind: "messages" | "errors" | "text" | "calls"): Omit<ConformanceCase, "group"> {
  return {
    name: `a guest that floods its host (${kind}) is ended, and fills no memory of the host`,
    async run({ start }) {
      const { tool } = await start({ limits: { cpuMillis: 500, callSeconds: 2, hostCalls: 1000 } });
      const before = process.memoryUsage().rss;
      await expectError(tool("flood", { kind }), "LIMIT_EXCEEDED", "MESSAGE_TOO_LARGE", "MESSAGE_MALFORMED", "GUEST_PROTOCOL");
      const grown = (process.memoryUsage().rss - before) / 2 ** 20;
      assert.ok(grown < 192, `the host's process grew by ${Math.round(grown)} MiB`);
      const neighbour = await start();
      assert.equal(await within(2000, "a neighbour", neighbour.tool("echo", { value: 1 })), 1);
    },
  };
}

/** What the fixture got before it was refused; a guest that was ended instead got less than its limit. */
async function mebibytesGot(allocating: Promise<JsonValue>): Promise<number> {
  const [end] = await Promise.allSettled([allocating]);
  if (end.status === "fulfilled") return Number(end.value);
  await expectLimit(Promise.reject(end.reason), "memoryMb");
  return 0;
}

/** Ends not before the limit, and not much later, whatever else the machine is busy with. */
async function endsNear(milliseconds: number, ending: Promise<unknown>): Promise<void> {
  const start = performance.now();
  await within(milliseconds * 3 + 3000, "the end at the limit", ending);
  const took = performance.now() - start;
  assert.ok(took > milliseconds * 0.8, `it ended after ${Math.round(took)} ms, before the limit of ${milliseconds} ms`);
}
