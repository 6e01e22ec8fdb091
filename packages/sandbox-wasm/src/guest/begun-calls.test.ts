import { setTimeout as pause } from "node:timers/promises";
import type { CapabilityProxy, JsonValue } from "@ambit/api-types";
import { describe, expect, test } from "vitest";
import { fixtureBytes } from "../testing/fixture-bytes.ts";
import { openModule, runTool } from "../testing/open-module.ts";

const SLOW_MS = 100;

/** `kv/get` that takes its time and counts how many are under way. */
function slowStore(): { readonly proxies: readonly CapabilityProxy[]; most(): number } {
  const counts = { now: 0, most: 0 };
  const run: CapabilityProxy["run"] = async ({ params }) => {
    counts.most = Math.max(counts.most, ++counts.now);
    await pause(SLOW_MS);
    counts.now--;
    return { result: { found: true, value: `value of ${(params as { readonly key: string }).key}` } };
  };
  return { proxies: [{ method: "kv/get", run }, { method: "secrets/get", run }], most: () => counts.most };
}

describe.each([["command"], ["reactor"]])("a %s that begins several calls and waits for each", (form) => {
  describe.each([[true], [false]])("suspended where it can be: %s", (suspend) => {
    const open = (proxies: readonly CapabilityProxy[], limits = {}): ReturnType<typeof openModule> => openModule(fixtureBytes("begin-calls", form), { proxies, limits, backendOptions: { suspend } });

    test("gets each its own answer, in whatever order it waits", async () => {
      const store = slowStore();
      await using sandbox = await open(store.proxies);
      const begin = performance.now();
      const answer = (await runTool(sandbox, "several")) as JsonValue;
      const millis = performance.now() - begin;
      expect(answer).toEqual(["value of c", "value of b", "value of a"]);
      // That all three were under way at once says more than a clock, which also measures whatever else the machine does.
      expect(store.most()).toBe(suspend ? 3 : 1);
      if (!suspend) expect(millis).toBeGreaterThan(3 * SLOW_MS - 10);
    });

    test("meets the same edges: an answer that is too long, taken twice, no request, refused, unknown", async () => {
      await using sandbox = await open(slowStore().proxies);
      expect(await runTool(sandbox, "edges")).toEqual({ short: true, again: "value of long", twice: 0, unknown: 0, broken: "MESSAGE_MALFORMED", notUtf8: "MESSAGE_MALFORMED", refused: "PERMISSION_DENIED", missing: "METHOD_NOT_FOUND" });
    });

    test("is ended while it waits for an answer that does not come, and while it loops between two calls", async () => {
      const never: CapabilityProxy = { method: "kv/get", run: () => new Promise(() => undefined) };
      await expect(open([never], { callSeconds: 1 }).then((sandbox) => runTool(sandbox, "several"))).rejects.toMatchObject({ code: "LIMIT_EXCEEDED" });
      await expect(open(slowStore().proxies, { callSeconds: 1 }).then((sandbox) => runTool(sandbox, "loop"))).rejects.toMatchObject({ code: "LIMIT_EXCEEDED" });
    });

    test("takes the next call when the one before it is over, not in the middle of it", async () => {
      await using sandbox = await open(slowStore().proxies);
      const both = await Promise.all([runTool(sandbox, "several"), runTool(sandbox, "several")]);
      expect(both).toEqual([["value of c", "value of b", "value of a"], ["value of c", "value of b", "value of a"]]);
    });
  });
});
