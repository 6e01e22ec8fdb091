import { AmbitError, type JsonObject } from "@ambit/api-types";
import { expect, test } from "vitest";
import { startGuest } from "../../testing/started-guest.ts";

test("a plugin is the default export of definePlugin, from plain run.js without a bundler", async () => {
  await using guest = await startGuest(`
    import { definePlugin } from "@ambit/plugin-sdk";
    export default definePlugin({ tools: { add: ({ a, b }) => a + b } });`);
  expect(await guest.tool("add", { a: 1, b: 2 })).toBe(3);
});

test("bare exports are a plugin too, state lives from call to call, and top-level await is waited for", async () => {
  await using guest = await startGuest({
    files: `
      const stored = await fetch("https://api.example.dev/").catch((error) => error.code);
      let calls = 0;
      export const tools = { state: () => [stored, ++calls], nothing() {} };`,
  });
  expect(await guest.tool("state")).toEqual(["PERMISSION_DENIED", 1]);
  expect(await guest.tool("state")).toEqual(["PERMISSION_DENIED", 2]);
  expect(await guest.tool("nothing")).toBeNull();
});

test("ctx has what initialize offers, and nothing else; a forged call is the host's to refuse", async () => {
  await using guest = await startGuest({
    files: `export const tools = {
      has: (_args, ctx) => [typeof ctx.fs?.read, typeof ctx.fs?.write, typeof ctx.net, ctx.lang, ctx.plugin.id, ctx.config.greeting],
      read: async (_args, ctx) => (await ctx.fs.read({ root: "workspace", path: "a" })).data,
      forged: (_args, ctx) => ctx.call("net/fetch", { url: "https://api.example.dev/" }),
    };`,
    calls: ["fs/read", "log"],
    config: { greeting: "hello" },
    answer: (method, params) => {
      if (method === "fs/read") return { data: `${params["root"]}/${params["path"]}`, encoding: "utf8" };
      throw new AmbitError("PERMISSION_DENIED", "Not granted.", { method });
    },
  });
  expect(await guest.tool("has")).toEqual(["function", "undefined", "undefined", "en", "test-plugin", "hello"]);
  expect(await guest.tool("read")).toBe("workspace/a");
  await expect(guest.tool("forged")).rejects.toMatchObject({ code: "PERMISSION_DENIED", message: "Not granted.", details: { method: "net/fetch" } });
});

test("a plugin's own failure is GUEST_ERROR with the place in its file, and its stack is logged without the sandbox's frames", async () => {
  await using guest = await startGuest({
    files: { "run.js": `import { deep } from "./lib/deep.js";\nexport const tools = { fail: () => deep(), string: () => { throw "just text" } };`, "lib/deep.js": `export function deep() {\n  throw new TypeError("boom");\n}` },
  });
  await expect(guest.tool("fail")).rejects.toMatchObject({ code: "GUEST_ERROR", message: expect.stringMatching(/^TypeError: boom \(lib\/deep\.js:2:\d+\)$/) });
  await expect(guest.tool("string")).rejects.toMatchObject({ code: "GUEST_ERROR", message: "just text" });
  expect(guest.logs[0]?.level).toBe("error");
  expect(guest.logs[0]?.message.split("\n")).toEqual(["Tool failed: TypeError: boom", expect.stringMatching(/^ {4}at deep \(lib\/deep\.js:2:\d+\)$/), expect.stringContaining("run.js:2:")]);
});

test("a tool that is not there is TOOL_UNKNOWN, names of every object's prototype included", async () => {
  await using guest = await startGuest(`export const tools = { text: "not a function" };`);
  for (const name of ["nope", "toString", "__proto__", "constructor", "text"]) await expect(guest.tool(name)).rejects.toMatchObject({ code: "TOOL_UNKNOWN" });
});

test("events reach their handlers; one that fails is logged, one that nothing handles is a warning", async () => {
  await using guest = await startGuest(`
    const got = [];
    export default { tools: { got: () => got }, events: { "ticket.moved": (payload) => got.push(payload), bad() { throw new Error("no") } } };`);
  guest.notify("event/deliver", { event: "ticket.moved", payload: { to: "done" } });
  guest.notify("event/deliver", { event: "bad", payload: null });
  guest.notify("event/deliver", { event: "other", payload: null });
  expect(await guest.tool("got")).toEqual([{ to: "done" }]);
  expect(guest.logs.map(({ level, message }) => `${level} ${message.split("\n")[0]}`)).toEqual(['error Event "bad" failed: Error: no', 'warn Nothing handles the event "other".']);
});

test("a hook gets what it is about frozen, and what it gives back is the answer", async () => {
  await using guest = await startGuest(`
    Object.freeze = Object.keys = () => { throw new Error("replaced"); };
    export const hooks = {
      "content:beforeSave": (payload) => {
        const tries = [() => { payload.title = "x"; }, () => { payload.tags.push("x"); }, () => { delete payload.author.name; }];
        const held = tries.filter((attempt) => { try { attempt(); return false; } catch (error) { return error instanceof TypeError; } });
        return { deny: held.length + " held" };
      },
      nothing() {},
      fails() { throw new Error("no"); },
    };`);
  const run = (hook: string, payload: unknown = null) => guest.call("hook/run", { hook, mode: "policy", payload } as never);
  expect(await run("content:beforeSave", { title: "a", tags: ["b"], author: { name: "c" } })).toEqual({ deny: "3 held" });
  expect(await run("nothing")).toBeNull();
  await expect(run("fails")).rejects.toMatchObject({ code: "GUEST_ERROR" });
  for (const name of ["other", "constructor", "__proto__"]) await expect(run(name)).rejects.toMatchObject({ code: "METHOD_NOT_FOUND" });
});

test("a route gets its request, and answers with a body or an HTTP status", async () => {
  await using guest = await startGuest(`
    import { httpError } from "@ambit/plugin-sdk";
    export const routes = {
      "forms/list": (request) => ({ got: request }),
      missing() { throw httpError(404, "No such form."); },
    };`);
  const request = { method: "GET", path: "a/b", query: { page: "2" }, headers: {}, body: null, anonymous: true };
  expect(await guest.call("route/call", { route: "forms/list", ...request })).toEqual({ got: request });
  await expect(guest.call("route/call", { route: "missing", ...request })).rejects.toMatchObject({ code: "REFUSED", number: -32_404, details: { httpStatus: 404 } });
  await expect(guest.call("route/call", { route: "toString", ...request })).rejects.toMatchObject({ code: "ROUTE_UNKNOWN" });
});

test("declared timers run again and again, never twice at once, and one that fails is logged", async () => {
  const set: JsonObject[] = [];
  await using guest = await startGuest({
    files: `
      let ticks = 0;
      let release;
      export default {
        tools: { ticks: () => ticks, release: () => release() },
        timers: {
          tick: { everyMs: 5000, run: (ctx) => { ticks += ctx.plugin.id.length > 0; return new Promise((resolve) => (release = resolve)); } },
          bad: { everyMs: 10, run() { throw new Error("no"); } },
        },
      };`,
    answer: (_method, params) => ({ timer: set.push(params) }),
  });
  expect(set).toEqual([{ ms: 5000, repeat: true }, { ms: 10, repeat: true }]);
  // By then the host's answers, which name the timers, have come in.
  expect(await guest.tool("ticks")).toBe(0);
  const fire = (timer: number): void => guest.notify("timer/fired", { timer });
  fire(1);
  fire(1);
  expect(await guest.tool("ticks")).toBe(1);
  await guest.tool("release");
  fire(1);
  expect(await guest.tool("ticks")).toBe(2);
  fire(2);
  await guest.tool("ticks");
  fire(2);
  await guest.tool("ticks");
  expect(guest.logs.map(({ message }) => message.split("\n")[0])).toEqual(Array(2).fill('Timer "bad" failed: Error: no'));
});

test.each(["1", "null", "{ everyMs: 10 }", "{ run() {} }", "{ everyMs: -1, run() {} }", "{ everyMs: NaN, run() {} }", "{ everyMs: '10', run() {} }"])("a timer that is none is told when the plugin is loaded: %s", async (timer) => {
  await expect(startGuest(`export const timers = { tick: ${timer} };`)).rejects.toMatchObject({ code: "SAND_JS_LOAD_FAILED", message: expect.stringContaining('The timer "tick" needs') });
});

test("a caller that gives up aborts the call's signal", async () => {
  await using guest = await startGuest(`export const tools = {
    wait: (_args, ctx) => new Promise((resolve) => ctx.signal.addEventListener("abort", () => resolve(String(ctx.signal.reason.name)))),
  };`);
  const answer = guest.tool("wait");
  guest.notify("call/cancel", { id: 2 });
  expect(await answer).toBe("AbortError");
});

test("a method the runtime does not know is METHOD_NOT_FOUND", async () => {
  await using guest = await startGuest(`export const tools = {};`);
  for (const method of ["tool/stop", "constructor", "__proto__"]) await expect(guest.call(method, {})).rejects.toMatchObject({ code: "METHOD_NOT_FOUND" });
});

test.each([
  ["a syntax error", "export default {\n  tools: { a( }\n};", /SyntaxError: .*\(run\.js:2:\d+\)/],
  ["an error at the top level", "\nthrow new RangeError('at load');", /RangeError: at load \(run\.js:2:\d+\)/],
  ["a rejected top-level await", "await Promise.reject(new Error('later'));", /Error: later/],
  ["no plugin among the exports", "export const other = 1;", /exports no plugin/],
  ["a module of Node", "import fs from 'node:fs'; export const tools = {};", /run\.js imports "node:fs": Node's modules are not offered/],
  ["a package", "import _ from 'lodash'; export const tools = {};", /run\.js imports "lodash".*bundle packages/],
])("%s is SAND_JS_LOAD_FAILED and says where", async (_what, source, message) => {
  await expect(startGuest(source)).rejects.toMatchObject({ code: "SAND_JS_LOAD_FAILED", message: expect.stringMatching(message) });
});

test("what a generator yields goes ahead as parts, and what it returns is the result", async () => {
  await using guest = await startGuest(`export const tools = {
    async *count({ to }, ctx) {
      for (let at = 1; at <= to; at++) {
        ctx.progress({ done: at, total: to, message: "counting" });
        yield { at };
      }
      return "done";
    },
  };`);
  expect(await guest.tool("count", { to: 2 })).toBe("done");
  expect(guest.sent.map(({ method, params }) => [method, params])).toEqual([
    ["call/progress", { id: 2, done: 1, total: 2, message: "counting" }],
    ["call/part", { id: 2, value: { at: 1 } }],
    ["call/progress", { id: 2, done: 2, total: 2, message: "counting" }],
    ["call/part", { id: 2, value: { at: 2 } }],
  ]);
});

test("a generator whose caller gave up is ended at its next part", async () => {
  await using guest = await startGuest(`let state = "running"; export const tools = {
    async *endless(_args, ctx) { try { for (;;) { await ctx.kv.get({ key: "x" }); yield 1; } } finally { state = "ended"; } },
    state: () => state,
  };`);
  const answer = guest.tool("endless").catch(() => "failed");
  guest.notify("call/cancel", { id: 2 });
  await answer;
  expect(await guest.tool("state")).toBe("ended");
});

test("a call whose signal aborts ends with the signal's reason, and the host is told", async () => {
  await using guest = await startGuest({
    files: `export const tools = {
      async once(_args, ctx) {
        const controller = new AbortController();
        const calls = [ctx.fs.read({ root: "workspace", path: "a" }, { signal: controller.signal }), ctx.call("kv/get", { key: "k" }, { signal: controller.signal }), fetch("https://api.example.dev/", { signal: controller.signal })];
        controller.abort(new Error("enough"));
        const late = await ctx.fs.read({ root: "workspace", path: "b" }, { signal: controller.signal }).catch((error) => "late " + error.message);
        return [...(await Promise.allSettled(calls)).map(({ reason }) => reason.message), late];
      },
    };`,
    answer: () => new Promise(() => {}),
  });
  expect(await guest.tool("once")).toEqual(["enough", "enough", "enough", "late enough"]);
  const methods = guest.sent.map(({ method }) => method);
  expect(methods).toEqual(["fs/read", "kv/get", "net/fetch", "call/cancel", "call/cancel", "call/cancel"]);
  expect(guest.sent.slice(3).map(({ params }) => params)).toEqual(guest.sent.slice(0, 3).map(({ id }) => ({ id })));
});

test("bytes go in and come out as Uint8Array", async () => {
  const files: Record<string, string> = {};
  await using guest = await startGuest({
    files: `export const tools = {
      async copy(_args, ctx) {
        await ctx.fs.write({ root: "temp", path: "x", data: new Uint8Array([0, 255, 128]) });
        const { data, encoding } = await ctx.fs.read({ root: "temp", path: "x", encoding: "bytes" });
        return [data instanceof Uint8Array, [...data], encoding];
      },
    };`,
    answer: (method, { path, data }) => {
      if (method === "fs/write") files[String(path)] = String(data);
      return method === "fs/write" ? { bytes: 3 } : { data: files[String(path)] ?? "", encoding: "base64" };
    },
  });
  expect(await guest.tool("copy")).toEqual([true, [0, 255, 128], "bytes"]);
  expect(files).toEqual({ x: "AP+A" });
});

test("a caller that gives up ends what its tool asked the host through ctx, and nothing else; what the tool then asks goes out", async () => {
  await using guest = await startGuest({
    files: `let other; export const tools = {
      async ask(_args, { fs, call, kv }) {
        try { await Promise.all([fs.read({ root: "workspace", path: "a" }), call("net/fetch", { url: "https://api.example.dev/" })]); }
        catch (error) { await kv.set({ key: "ended", value: error.name }); throw error; }
      },
      begin(_args, ctx) { other = ctx.fs.read({ root: "workspace", path: "b" }).then(({ data }) => data); },
      end: () => other,
    };`,
    answer: (method, { path }) => (method === "kv/set" ? {} : path === "b" ? { data: "b", encoding: "utf8" } : new Promise(() => {})),
  });
  await guest.tool("begin");
  const asked = guest.tool("ask");
  guest.notify("call/cancel", { id: 3 });
  await expect(asked).rejects.toMatchObject({ code: "GUEST_ERROR", message: expect.stringContaining("aborted") });
  expect(await guest.tool("end")).toBe("b");
  expect(guest.sent.filter(({ method }) => method !== "log").map(({ method, params }) => [method, params])).toEqual([
    ["fs/read", { root: "workspace", path: "b" }],
    ["fs/read", { root: "workspace", path: "a" }],
    ["net/fetch", { url: "https://api.example.dev/" }],
    ["call/cancel", { id: 2 }],
    ["call/cancel", { id: 3 }],
    ["kv/set", { key: "ended", value: "AbortError" }],
  ]);
});
