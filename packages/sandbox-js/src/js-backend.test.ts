import { AmbitError } from "@ambit/api-types";
import { afterAll, expect, test } from "vitest";
import { jsBackend } from "./js-backend.ts";
import { createSandbox } from "./testing/created-sandbox.ts";

const backend = jsBackend();
afterAll(() => backend.close());

test("the backend is there, and says what it takes and enforces", async () => {
  expect(await backend.isAvailable()).toEqual({ available: true });
  expect(backend.name).toBe("js");
  expect(backend.supports).toEqual({ runs: ["js"], limits: ["callSeconds", "cpuMillis", "memoryMb", "hostCalls"], preopens: false, concurrentHostCalls: true, keepsState: true });
});

test("a plugin of several files keeps its state, waits for top-level await, and calls the host at its leisure", async () => {
  await using sandbox = await createSandbox(backend, {
    files: {
      "run.js": `import { greeting } from "./lib/words.js";
        import { definePlugin } from "@ambit/plugin-sdk";
        let calls = 0;
        export default definePlugin({ tools: {
          async greet({ name }, ctx) { const { value } = await ctx.kv.get({ key: name }); return \`\${greeting}, \${value} (\${++calls})\`; },
          many: (_args, ctx) => Promise.all(Array.from({ length: 20 }, async (_x, i) => (await ctx.kv.get({ key: String(i) })).value)),
        } });`,
      "lib/words.js": `export const greeting = await Promise.resolve("Hello");`,
    },
    answer: (_method, params) => ({ found: true, value: `${String(params["key"])}!` }),
  });
  expect(await sandbox.tool("greet", { name: "Ada" })).toBe("Hello, Ada! (1)");
  expect(await sandbox.tool("greet", { name: "Bob" })).toBe("Hello, Bob! (2)");
  expect(await sandbox.tool("many")).toEqual(Array.from({ length: 20 }, (_x, i) => `${i}!`));
  const { memoryBytes, calls } = await sandbox.sandbox.usage();
  expect(memoryBytes).toBeGreaterThan(1024 * 1024);
  expect(memoryBytes).toBeLessThan(16 * 1024 * 1024);
  expect(calls).toBe(3);
});

test("two plugins share nothing", async () => {
  const files = `export const tools = { put: ({ value }) => { globalThis.kept = value; Object.prototype.kept = value; }, get: () => [globalThis.kept ?? null, ({}).kept ?? null] };`;
  await using first = await createSandbox(backend, { files });
  await using second = await createSandbox(backend, { files });
  await first.tool("put", { value: 1 });
  expect(await first.tool("get")).toEqual([1, 1]);
  expect(await second.tool("get")).toEqual([null, null]);
});

test("a refused call keeps its code through the plugin", async () => {
  await using sandbox = await createSandbox(backend, {
    files: `export const tools = { run: (_args, ctx) => ctx.call("fs/read", { root: "workspace", path: "a" }) };`,
    answer: (method) => {
      throw new AmbitError("PERMISSION_DENIED", "Not granted.", { method });
    },
  });
  await expect(sandbox.tool("run")).rejects.toMatchObject({ code: "PERMISSION_DENIED", details: { method: "fs/read" } });
});

test.each([
  ["a syntax error", { "run.js": "export default {" }, /SyntaxError.*run\.js:1:/],
  ["an import of Node's", { "run.js": "import 'node:fs';" }, /run\.js imports "node:fs"/],
  ["no run.js", { "other.js": "" }, /The module "run\.js" is not a file of the plugin/],
  ["a failing import", { "run.js": "import './lib.js';", "lib.js": "\n\nnull.x;" }, /TypeError.*lib\.js:3:/],
])("%s is SAND_JS_LOAD_FAILED, and no path of the host is told", async (_what, files, message) => {
  const error = (await createSandbox(backend, { files }).catch((thrown: unknown) => thrown)) as AmbitError;
  expect(error).toMatchObject({ code: "SAND_JS_LOAD_FAILED", message: expect.stringMatching(message) });
  expect(error.message).not.toMatch(/\/(tmp|work|home)\b/);
});

test("a load that never ends is ended at the limits of a call", async () => {
  await expect(createSandbox(backend, { files: "for (;;);", limits: { cpuMillis: 200 } })).rejects.toMatchObject({ code: "LIMIT_EXCEEDED", details: { limit: "cpuMillis" } });
  await expect(createSandbox(backend, { files: "await new Promise(() => {});", limits: { callSeconds: 1 } })).rejects.toMatchObject({ code: "LIMIT_EXCEEDED", details: { limit: "callSeconds" } });
});

test("less memory than the engine needs is refused by name", async () => {
  await expect(createSandbox(backend, { files: "export const tools = {};", limits: { memoryMb: 11 } })).rejects.toMatchObject({ code: "LIMIT_EXCEEDED", details: { limit: "memoryMb" } });
  await using sandbox = await createSandbox(backend, { files: "export const tools = { run: () => 1 };", limits: { memoryMb: 12 } });
  expect(await sandbox.tool("run")).toBe(1);
});

test("after dispose nothing answers, and nothing is left", async () => {
  const sandbox = await createSandbox(backend, { files: `export const tools = { run: () => new Promise(() => {}) };` });
  const waiting = sandbox.tool("run");
  await Promise.all([expect(waiting).rejects.toMatchObject({ code: "INSTANCE_STOPPED" }), sandbox[Symbol.asyncDispose]()]);
  await expect(sandbox.tool("run")).rejects.toMatchObject({ code: "INSTANCE_STOPPED" });
  expect((await sandbox.sandbox.exited).kind).toBe("disposed");
});
