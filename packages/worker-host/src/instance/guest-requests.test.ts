import { describe, expect, test } from "vitest";
import { bothModes, outcome, useSandboxes } from "../testing/sandboxes.ts";

const answerTo = (id: unknown, result: unknown): string => JSON.stringify({ jsonrpc: "2.0", id, result });

describe.each(bothModes)("blocking requests ($mode)", ({ engine }) => {
  const create = useSandboxes({}, engine);

  test.each([0, 10, 21_000, 30_000, 65_000, 70_000, 1_000_000])("an answer of %i characters comes back whole", async (length) => {
    const text = answerTo(1, "é".repeat(length));
    const sandbox = await create({ handle: async () => text });
    expect(await sandbox.call("ask", { key: "a" })).toBe(text);
  });

  test.each([10, 21_000, 70_000, 1_000_000])("a request of %i characters arrives whole", async (length) => {
    const seen: string[] = [];
    const handle = async (message: string): Promise<string> => (seen.push(message), answerTo(1, null));
    const sandbox = await create({ handle });
    await sandbox.call("ask", { key: "é".repeat(length) });
    expect(seen).toEqual([JSON.stringify({ jsonrpc: "2.0", id: 1, method: "kv/get", params: { key: "é".repeat(length) } })]);
  });

  test("a request does not overtake what was sent before it", async () => {
    const seen: string[] = [];
    const handle = async (message: string): Promise<string | undefined> => {
      const { id, method } = JSON.parse(message) as { id?: number; method: string };
      seen.push(method);
      return id === undefined ? undefined : answerTo(id, null);
    };
    const sandbox = await create({ handle });
    for (let i = 0; i < 50; i++) await sandbox.call("logThenAsk", null);
    expect(seen).toEqual(Array.from({ length: 50 }, () => ["log", "kv/get"]).flat());
  });

  test("a request larger than a message is refused without being sent", async () => {
    let handled = 0;
    const sandbox = await create({ handle: async () => (handled++, undefined) });
    expect(await sandbox.call("askHuge", 9 * 1024 * 1024)).toContain("MESSAGE_TOO_LARGE");
    expect(handled).toBe(0);
  });

  test("a request that the gateway has no answer to, or fails at, is answered with an error", async () => {
    const none = await create({ handle: async () => undefined });
    expect(await none.call("askText", '{"jsonrpc":"2.0","method":"log"}')).toContain("INVALID_REQUEST");
    const fails = await create({ handle: () => Promise.reject(new Error("secret /host/path")) });
    const answer = await fails.call("ask", {});
    expect(answer).toContain("INTERNAL_ERROR");
    expect(answer).not.toContain("secret");
  });

  test("notifications are handed over, and cost the guest nothing but time", async () => {
    let handled = 0;
    const handle = async (): Promise<undefined> => void handled++;
    const sandbox = await create({ handle });
    expect(await sandbox.call("notifications", 5000)).toBe("sent");
    expect(handled).toBe(5000);
  });
});

describe("requests that do not block", () => {
  const create = useSandboxes();

  test("are answered by a message", async () => {
    const sandbox = await create();
    expect(await sandbox.call("request", { key: "a" })).toMatch(/^\{"jsonrpc":"2.0","id":1,"result":\d+\}$/);
  });

  test("are refused past 256 at once, and the guest goes on", async () => {
    const open: (() => void)[] = [];
    const handle = (message: string): Promise<string> => {
      const { id } = JSON.parse(message) as { id: number };
      return new Promise((resolve) => open.push(() => resolve(answerTo(id, null))));
    };
    const sandbox = await create({ handle });
    const call = sandbox.call("requests", 300);
    await expect.poll(() => open.length).toBe(256);
    for (const answer of open) answer();
    expect(await call).toEqual({ refused: 44, total: 300 });
    expect(open).toHaveLength(256);
  });

  test("are answered when the gateway fails at them", async () => {
    const sandbox = await create({ handle: () => Promise.reject(new Error("secret")) });
    expect(await sandbox.call("request", {})).toMatch(/"id":1,"error":.*INTERNAL_ERROR/);
  });

  test("that come under a spelling of their own are still requests", async () => {
    const seen: string[] = [];
    const sandbox = await create({ handle: async (message) => (seen.push(message), answerTo(7, null)) });
    expect(await outcome(sandbox.call("spelledRequest", null))).toBe("sent");
    await expect.poll(() => seen).toEqual(['{"jsonrpc":"2.0","id":7,"meth\\u006fd":"kv/get"}']);
  });
});
