import assert from "node:assert/strict";
import { casesOf, type ConformanceCase, type Subject } from "../sandbox/conformance-case.ts";
import { expectError } from "../sandbox/expect-error.ts";
import type { Running, Stage } from "../sandbox/stage.ts";
import { within } from "../sandbox/within.ts";

const writesLines = ({ fixture }: Subject): boolean => fixture.writesMessages && fixture.keepsState;

/** After a broken message the instance either goes on or is gone; it is never half alive. */
async function aliveOrGone(running: Running): Promise<void> {
  const [next] = await Promise.allSettled([running.tool("echo", { value: "alive" })]);
  if (next.status === "fulfilled") return assert.equal(next.value, "alive");
  await expectError(Promise.reject(next.reason), "INSTANCE_STOPPED", "MESSAGE_MALFORMED", "INVALID_REQUEST", "GUEST_PROTOCOL");
  await within(2000, "exited, of an instance that does not answer", running.sandbox.exited);
}

/** A broken line ends the call under way in a code that says what was wrong, without waiting for the deadline. */
function brokenLine(kind: string, what: string, ...codes: Parameters<typeof expectError>[1][]): Omit<ConformanceCase, "group"> {
  return {
    name: `${what} ends the call in ${codes.join(" or ")}`,
    about: writesLines,
    async run({ start }: Stage) {
      const neighbour = await start();
      const running = await start({ limits: { callSeconds: 10 } });
      await within(3000, "the call", expectError(running.tool("malformed", { kind }), ...codes));
      await aliveOrGone(running);
      assert.equal(await neighbour.tool("echo", { value: 1 }), 1);
    },
  };
}

/** A result that is no JSON is the plugin's failure, and costs it nothing else. */
function brokenResult(kind: string, what: string): Omit<ConformanceCase, "group"> {
  return {
    name: `${what} as a result is GUEST_ERROR, and the instance lives`,
    about: ({ fixture }) => fixture.kind === "js",
    async run({ start }) {
      const { tool } = await start({ limits: { callSeconds: 10 } });
      await within(3000, "the call", expectError(tool("unserialisable", { kind }), "GUEST_ERROR"));
      assert.equal(await tool("echo", { value: 1 }), 1);
    },
  };
}

/** A line too many is dropped, or ends the instance by name; it is never taken for another call's answer. */
function surplusLine(kind: string, what: string, answer: string): Omit<ConformanceCase, "group"> {
  return {
    name: `${what} is dropped, or ends the instance in GUEST_PROTOCOL`,
    about: writesLines,
    async run({ start }) {
      const running = await start();
      const [end] = await Promise.allSettled([running.tool("unsolicited", { kind })]);
      if (end.status === "fulfilled") assert.equal(end.value, answer);
      else await expectError(Promise.reject(end.reason), "GUEST_PROTOCOL");
      await aliveOrGone(running);
    },
  };
}

/** What a guest writes that is no message the host can use. */
export const messageCases: readonly ConformanceCase[] = casesOf("messages", [
  brokenLine("text", "a line that is no JSON", "MESSAGE_MALFORMED"),
  brokenLine("half", "half a message", "MESSAGE_MALFORMED"),
  brokenLine("list", "a list in place of a message", "INVALID_REQUEST", "GUEST_PROTOCOL"),
  brokenLine("version", "a message of another version", "INVALID_REQUEST", "GUEST_PROTOCOL"),
  brokenLine("empty", "an answer with neither result nor error", "INVALID_REQUEST", "GUEST_PROTOCOL"),
  brokenLine("both", "a method that is no name", "INVALID_REQUEST", "GUEST_PROTOCOL"),
  brokenLine("code", "an error without words or a known code", "GUEST_ERROR"),
  {
    name: "bytes that are no UTF-8 do no harm",
    about: writesLines,
    async run({ start }) {
      const running = await start();
      const [end] = await Promise.allSettled([running.tool("malformed", { kind: "utf8" })]);
      if (end.status === "rejected") await expectError(Promise.reject(end.reason), "MESSAGE_MALFORMED", "GUEST_PROTOCOL");
      else assert.equal(typeof end.value, "string");
      await aliveOrGone(running);
    },
  },
  surplusLine("unknownId", "an answer nobody asked for", "the answer"),
  surplusLine("nullId", "an answer to nobody", "the answer"),
  {
    name: "an empty line is no message",
    about: writesLines,
    async run({ start }) {
      const { tool } = await start();
      assert.equal(await tool("unsolicited", { kind: "blank" }), "the answer");
      assert.equal(await tool("echo", { value: 1 }), 1);
    },
  },
  surplusLine("twice", "a second answer", "the first"),
  {
    name: "a guest that never answers ends at the deadline",
    about: writesLines,
    async run({ start }) {
      const { tool } = await start({ limits: { callSeconds: 1 } });
      await within(4000, "the call", expectError(tool("silent"), "LIMIT_EXCEEDED"));
    },
  },
  {
    name: "what a command prints is its result: JSON, else text",
    about: ({ fixture }) => fixture.form === "wasm:preview1:command",
    async run({ start }) {
      const { tool } = await start();
      assert.equal(await tool("malformed", { kind: "text" }), "this is no JSON\n");
      assert.deepEqual(await tool("malformed", { kind: "list" }), [1, 2, 3]);
    },
  },
  brokenResult("function", "a function"),
  brokenResult("symbol", "a symbol"),
  brokenResult("bigint", "a bigint"),
  brokenResult("cycle", "a cycle"),
  brokenResult("toJSON", "an object whose toJSON fails"),
  brokenResult("getter", "an object whose getter fails"),
  brokenResult("proxy", "a proxy that fails"),
  {
    name: "nothing as a result is null, and what JSON has no number for is null",
    about: ({ fixture }) => fixture.kind === "js",
    async run({ start }) {
      const { tool } = await start();
      assert.equal(await tool("unserialisable", { kind: "undefined" }), null);
      assert.deepEqual(await tool("unserialisable", { kind: "number" }), [null, null]);
    },
  },
  {
    name: "a failure that nobody in the guest waits for ends nothing",
    about: ({ fixture }) => fixture.kind === "js",
    async run({ start }) {
      const { tool } = await start();
      assert.equal(await tool("unhandled"), null);
      assert.equal(await tool("state"), 1);
      assert.equal(await tool("state"), 2);
    },
  },
]);
