import { afterAll, expect, test } from "vitest";
import { jsBackend } from "./js-backend.ts";
import { type CreatedSandbox, createSandbox } from "./testing/created-sandbox.ts";

const backend = jsBackend();
const neighbour = createSandbox(backend, { files: `export const tools = { echo: (args) => args };` });
afterAll(async () => {
  await (await neighbour)[Symbol.asyncDispose]();
  await backend.close();
});

/** A plugin whose tool `run` does `code`. */
function attacker(code: string, limits = {}): Promise<CreatedSandbox> {
  return createSandbox(backend, { files: `export const tools = { run: () => { ${code} }, echo: (args) => args };`, limits });
}

async function neighbourIsWell(): Promise<void> {
  expect(await (await neighbour).tool("echo", { well: true })).toEqual({ well: true });
}

const uninterruptible: Readonly<Record<string, string>> = {
  "a join of 2**28 holes": `return new Array(2 ** 28).join("x").length;`,
  "the text of a huge BigInt": `return (2n ** 1000000n).toString().length;`,
  "a repeat of a repeat": `return "ab".repeat(2 ** 22).repeat(60).split("").length;`,
};

test.each(Object.entries(uninterruptible))("%s, which the engine does not interrupt, is ended from outside", async (_what, code) => {
  await using sandbox = await attacker(code, { cpuMillis: 300, callSeconds: 2, memoryMb: 256 });
  const start = performance.now();
  await expect(sandbox.tool("run")).rejects.toMatchObject({ code: "LIMIT_EXCEEDED" });
  expect(performance.now() - start).toBeLessThan(4000);
  await neighbourIsWell();
});

test("a wait without end is ended at callSeconds", async () => {
  await using sandbox = await attacker(`return new Promise(() => {});`, { callSeconds: 1 });
  await expect(sandbox.tool("run")).rejects.toMatchObject({ code: "LIMIT_EXCEEDED", details: { limit: "callSeconds" } });
  await neighbourIsWell();
});

test("ordinary recursion too deep can be caught, and the plugin lives", async () => {
  await using sandbox = await attacker(`const f = (n) => n === 0 ? 0 : 1 + f(n - 1); const deep = f(200); try { f(1e6); } catch (error) { return [deep, error.name]; }`);
  expect(await sandbox.tool("run")).toEqual([200, "RangeError"]);
  expect(await sandbox.tool("echo", { alive: true })).toEqual({ alive: true });
});

test("messages too large or too deep stay inside, and end in their code there", async () => {
  await using sandbox = await createSandbox(backend, {
    files: `
      const nested = (depth) => { let value = []; while (--depth > 0) value = [value]; return value; };
      const codeOf = (promise) => promise.then(() => "sent", (error) => error.code);
      export const tools = {
        calls: async (_args, ctx) => [await codeOf(ctx.kv.set({ key: "a", value: "x".repeat(8 << 20) })), await codeOf(ctx.kv.set({ key: "a", value: nested(64) })), await codeOf(ctx.kv.set({ key: "a", value: nested(10) }))],
        large: () => "x".repeat(8 << 20),
        wide: () => "ü".repeat(5 << 20),
        deep: () => nested(70),
        echo: (args) => args,
      };`,
    answer: () => ({}),
    limits: { cpuMillis: 10_000, callSeconds: 20 },
  });
  expect(await sandbox.tool("calls")).toEqual(["MESSAGE_TOO_LARGE", "MESSAGE_TOO_DEEP", "sent"]);
  for (const [tool, code] of [["large", "MESSAGE_TOO_LARGE"], ["wide", "MESSAGE_TOO_LARGE"], ["deep", "MESSAGE_TOO_DEEP"]] as const) await expect(sandbox.tool(tool)).rejects.toMatchObject({ code });
  expect(await sandbox.tool("echo", { alive: true })).toEqual({ alive: true });
});

test("calls that wait are bounded inside the guest", async () => {
  await using sandbox = await createSandbox(backend, {
    files: `export const tools = { run: async (_args, ctx) => {
      const outcomes = await Promise.allSettled(Array.from({ length: 300 }, () => ctx.kv.get({ key: "a" })));
      return outcomes.filter((outcome) => outcome.reason?.details?.limit === "pendingCalls").length;
    } };`,
    answer: () => ({ found: false, value: null }),
  });
  expect(await sandbox.tool("run")).toBe(300 - 256);
});
