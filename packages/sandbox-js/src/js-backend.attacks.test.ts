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
  return createSandbox(backend, { files: `export const tools = { run: () => { ${code} }, runLater: async () => { await null; ${code} }, echo: (args) => args };`, limits });
}

async function neighbourIsWell(): Promise<void> {
  expect(await (await neighbour).tool("echo", { well: true })).toEqual({ well: true });
}

const endless: Readonly<Record<string, string>> = {
  "a loop": `for (;;);`,
  "a loop that catches": `for (;;) { try { for (;;); } catch {} finally { continue; } }`,
  "recursion in finally": `const f = () => { try { f(); } finally { f(); } }; f();`,
  "a regular expression that backtracks": `/^(a+)+$/.test("a".repeat(60) + "!");`,
  "endless microtasks": `const f = () => Promise.resolve().then(f); return f();`,
  "endless async recursion": `const f = async () => { await null; return f(); }; return f();`,
  "a loop in a getter of what is thrown": `throw Object.defineProperty(new Error(), "message", { get() { for (;;); } });`,
  "a loop in toJSON": `return { toJSON() { for (;;); } };`,
  "a loop in then": `return { then() { for (;;); } };`,
  "a loop in a finalizer": `new FinalizationRegistry(() => { for (;;); }).register({}, 1);  for (;;) [].concat({});`,
  "rejections that nobody handles": `for (;;) Promise.reject(new Error("x".repeat(1000)));`,
  "a proxy that answers without end": `Object.keys(new Proxy({}, { ownKeys() { for (;;); } }));`,
};

test.each(Object.entries(endless))("%s is ended at cpuMillis", async (_what, code) => {
  for (const tool of ["run", "runLater"]) {
    await using sandbox = await attacker(code, { cpuMillis: 150 });
    await expect(sandbox.tool(tool)).rejects.toMatchObject({ code: "LIMIT_EXCEEDED", details: { limit: "cpuMillis" } });
    expect((await sandbox.sandbox.exited).kind).toBe("killed");
  }
  await neighbourIsWell();
});

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

const hungry: Readonly<Record<string, string>> = {
  "typed arrays": `const x = []; for (;;) x.push(new Uint8Array(1 << 20));`,
  "typed arrays, caught": `const x = []; for (;;) { try { for (;;) x.push(new Uint8Array(1 << 20)); } catch {} }`,
  "a string doubled": `let s = "x"; for (;;) s += s;`,
  "a filled array": `return new Array(1e9).fill(1).length;`,
  "a map": `const m = new Map(); for (let i = 0; ; i++) m.set(i, { i });`,
  "promises": `const x = []; for (;;) x.push(new Promise(() => {}));`,
  "closures": `let f = () => 0; for (;;) { const g = f; f = () => g; }`,
  "symbols": `const o = {}; for (;;) o[Symbol()] = 1;`,
  "source text": `for (let i = 0; ; i++) globalThis["f" + i] = new Function("return " + "1+".repeat(1e5) + i);`,
};

test.each(Object.entries(hungry))("%s is ended at memoryMb, and the host's memory does not follow", async (_what, code) => {
  const before = process.memoryUsage().rss;
  await using sandbox = await attacker(code, { memoryMb: 32, cpuMillis: 10_000, callSeconds: 20 });
  await expect(sandbox.tool("run")).rejects.toMatchObject({ code: "LIMIT_EXCEEDED", details: { limit: "memoryMb" } });
  expect(process.memoryUsage().rss - before).toBeLessThan(250 * 1024 * 1024);
  await neighbourIsWell();
});

const deep: Readonly<Record<string, string>> = {
  "plain recursion": `const f = () => f() + 1; f();`,
  "recursion through toString": `const o = { toString() { return \`\${o}\`; } }; \`\${o}\`;`,
  "recursion through a proxy": `const p = new Proxy({}, { get: (_t, key, self) => self[key] }); p.x;`,
  "recursion through async functions": `const f = async () => { await f(); }; return f();`,
  "recursion through generators": `function* g() { yield* g(); } return [...g()];`,
  "recursion through sort": `const f = () => [2, 1].sort(f); f();`,
  "deep JSON": `JSON.parse("[".repeat(1e6));`,
  "deep source": `eval("(".repeat(1e6));`,
  "a deep value answered": `let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return a;`,
  "a deep value cloned": `let a = []; for (let i = 0; i < 1e5; i++) a = [a]; structuredClone(a);`,
};

test.each(Object.entries(deep))("%s ends in an error, not in the host", async (_what, code) => {
  for (const tool of ["run", "runLater"]) {
    await using sandbox = await attacker(code, { cpuMillis: 5000, callSeconds: 20 });
    await expect(sandbox.tool(tool)).rejects.toMatchObject({ code: expect.stringMatching(/^(GUEST_STACK_OVERFLOW|GUEST_ERROR|MESSAGE_TOO_DEEP|GUEST_TRAPPED)$/) });
  }
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
