import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BothEngines, type Started } from "./testing/both-engines.ts";

const engines = new BothEngines();
afterAll(() => engines.close());

/** Plugin code that does not end by itself. */
const endless: Readonly<Record<string, string>> = {
  "a loop that catches": `for (;;) { try { for (;;); } catch {} finally { continue; } }`,
  "recursion in finally": `const f = () => { try { f(); } finally { f(); } }; f();`,
  "a regular expression that backtracks": `/^(a+)+$/.test("a".repeat(60) + "!");`,
  "endless microtasks": `const f = () => Promise.resolve().then(f); return f();`,
  "endless microtasks of queueMicrotask": `const f = () => queueMicrotask(f); f(); return new Promise(() => {});`,
  "endless async recursion": `const f = async () => { await null; return f(); }; return f();`,
  "a loop in toJSON": `return { toJSON() { for (;;); } };`,
  "a loop in then": `return { then() { for (;;); } };`,
  "rejections that nobody handles": `for (;;) Promise.reject(new Error("x".repeat(1000)));`,
  "a proxy that answers without end": `Object.keys(new Proxy({}, { ownKeys() { for (;;); } }));`,
  "a generator without end": `for (const x of (function* () { for (;;) yield 1; })()) void x;`,
  "sorting that never agrees": `for (;;) Array.from({ length: 1e4 }, Math.random).sort(() => Math.random() - 0.5);`,
};

/** Plugin code inside one built-in that takes long, and memory that is taken in ways of their own. */
const costly: Readonly<Record<string, string>> = {
  "a join of 2**28 holes": `return new Array(2 ** 28).join("x").length;`,
  "the text of a huge BigInt": `return (2n ** 10000000n).toString().length;`,
  "squaring BigInts": `let n = 3n; for (;;) n *= n;`,
  "filling a large array": `for (;;) new Array(2 ** 27).fill(1);`,
  "a string that doubles": `let s = "xy"; for (;;) { s += s; s.charCodeAt(0); }`,
  "buffers that are kept": `const kept = []; for (;;) kept.push(new Uint8Array(1 << 20).fill(1));`,
  "objects that are kept": `const kept = []; for (;;) kept.push({ a: kept.length, b: [1, 2, 3] });`,
  "a map that grows": `const map = new Map(); for (let i = 0; ; i++) map.set(i, { i });`,
  "one buffer too large": `new Uint8Array(2 ** 31).fill(1); for (;;);`,
};

describe.each(["portable", "fast"] as const)("in the %s engine", (name) => {
  let neighbour: Started;
  const start = (code: string, limits = {}): Promise<Started> => engines.start(engines[name], { files: { "run.js": `export const tools = { run: () => { ${code} }, echo: (args) => args };` }, limits });
  beforeAll(async () => {
    neighbour = await start("");
  });

  test.each(Object.entries(endless))("%s is ended at cpuMillis", async (_what, code) => {
    const { sandbox, tool } = await start(code, { cpuMillis: 150 });
    await expect(tool("run")).rejects.toMatchObject({ code: "LIMIT_EXCEEDED" });
    expect((await sandbox.exited).kind).toBe("killed");
    expect(await neighbour.tool("echo", { well: true })).toEqual({ well: true });
  });

  test.each(Object.entries(costly))("%s ends in time, and the neighbour is well", async (_what, code) => {
    const { sandbox, tool } = await start(code, { cpuMillis: 500, callSeconds: 3, memoryMb: 64 });
    // An engine may be quick enough for a length, and no more than a length leaves.
    const outcome = await tool("run").catch((error: { code: string }) => error.code);
    expect(String(outcome)).toMatch(/^(LIMIT_EXCEEDED|GUEST_ERROR|INSTANCE_STOPPED|\d+)$/);
    expect(await neighbour.tool("echo", { well: true })).toEqual({ well: true });
    await sandbox.dispose();
  });
});
