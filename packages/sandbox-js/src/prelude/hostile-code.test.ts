import { parseBoundedJson, readRpcMessage } from "@ambit/api-types";
import { expect, test } from "vitest";
import { startGuest } from "../testing/started-guest.ts";

const tools = `export const tools = {
  echo: (args) => args,
  async kv(_args, ctx) { return (await ctx.kv.get({ key: "k" })).value; },
  fail() { throw new Error("own failure"); },
};`;

const pollutions = {
  "JSON": `JSON.parse = JSON.stringify = () => "hijacked"; globalThis.JSON = undefined;`,
  "Promise": `Promise.prototype.then = () => { throw new Error("no"); }; Promise.resolve = Promise.reject = undefined; globalThis.Promise = class {};`,
  "Promise.prototype.constructor": `Object.defineProperty(Promise.prototype, "constructor", { get() { return undefined; } });`,
  "setters on Object.prototype": `for (const name of ["id", "method", "result", "error", "params", "jsonrpc", "timer", "resolve", "reject", "toJSON"]) Object.defineProperty(Object.prototype, name, { set() {}, get() { return undefined; }, configurable: true });`,
  "values on Object.prototype": `Object.assign(Object.prototype, { method: "initialize", error: { code: 1 }, id: 1, resolve: 1, get: undefined });`,
  "toJSON": `Object.prototype.toJSON = String.prototype.toJSON = Array.prototype.toJSON = () => "hijacked";`,
  "Array.prototype": `for (const name of ["push", "map", "filter", "join", "slice", "includes", "indexOf", "forEach"]) Array.prototype[name] = () => { throw new Error("no"); }; Array.prototype[Symbol.iterator] = undefined;`,
  "String.prototype": `for (const name of ["split", "trim", "slice", "startsWith", "replace", "indexOf"]) String.prototype[name] = () => { throw new Error("no"); };`,
  "Function.prototype": `Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => { throw new Error("no"); };`,
  "Reflect and Object": `Reflect.apply = Object.hasOwn = Object.freeze = Object.keys = Object.create = Object.defineProperty = undefined; globalThis.Reflect = globalThis.Object = undefined;`,
  "Map and WeakMap": `Map.prototype.get = Map.prototype.set = WeakMap.prototype.get = WeakMap.prototype.set = () => { throw new Error("no"); };`,
  "RegExp": `RegExp.prototype.test = RegExp.prototype.exec = () => { throw new Error("no"); };`,
  "Error": `Error.prepareStackTrace = () => { throw new Error("no"); }; Error.stackTraceLimit = -1; globalThis.Error = undefined;`,
  "every global": `for (const name of Object.getOwnPropertyNames(globalThis)) { try { delete globalThis[name]; } catch {} }`,
};

test.each(Object.entries(pollutions))("a plugin that replaces %s harms itself at most: calls still end, and what leaves is still messages", async (what, code) => {
  await using guest = await startGuest({ files: `${tools}\n${code}`, answer: () => ({ found: true, value: 42 }) });
  const outcomes = await Promise.allSettled([guest.tool("echo", { a: [1, "x"] }), guest.tool("kv"), guest.tool("fail")]);
  expect(guest.failure()).toBeUndefined();
  const [echo, kv, fail] = outcomes;
  expect(echo).toEqual({ status: "fulfilled", value: what === "toJSON" ? "hijacked" : { a: [1, "x"] } });
  expect(kv).toEqual({ status: "fulfilled", value: 42 });
  expect(fail).toMatchObject({ status: "rejected", reason: { code: "GUEST_ERROR" } });
  for (const request of guest.sent) expect(readRpcMessage(parseBoundedJson(JSON.stringify(request))).kind).toBe("request");
});

test("what a plugin throws cannot break the answer, whatever it is", async () => {
  await using guest = await startGuest(`
    const odd = {
      proxy: () => { throw new Proxy(new Error("x"), { get() { throw new Error("trap"); }, getPrototypeOf() { throw new Error("trap"); } }); },
      getter: () => { throw Object.defineProperty(new Error("x"), "message", { get() { throw new Error("trap"); } }); },
      stack: () => { throw Object.defineProperty(new Error("x"), "stack", { get() { throw new Error("trap"); } }); },
      nothing: () => { throw undefined; },
      none: () => { throw null; },
      symbol: () => { throw Symbol("s"); },
      cycle: () => { const a = {}; a.a = a; throw a; },
      long: () => { throw new Error("x".repeat(1e6)); },
      name: () => { throw Object.assign(new Error("x"), { name: { toString() { throw 1; } } }); },
      invented: () => { throw Object.assign(new Error("x"), { code: "NO_SUCH_CODE", [Symbol.for("ambit.error")]: true }); },
      number: () => { throw Object.assign(new Error("x"), { code: "REFUSED", number: { toString() { return "1,\\"a\\":1" } }, details: 5, [Symbol.for("ambit.error")]: true }); },
    };
    export const tools = Object.assign({ echo: (args) => args }, odd);`);
  for (const name of ["proxy", "getter", "stack", "nothing", "none", "symbol", "cycle", "long", "name", "invented"]) {
    await expect(guest.tool(name), name).rejects.toMatchObject({ code: "GUEST_ERROR" });
  }
  await expect(guest.tool("number")).rejects.toMatchObject({ code: expect.stringMatching(/^(REFUSED|GUEST_ERROR)$/) });
  expect(await guest.tool("echo", { alive: true })).toEqual({ alive: true });
});

test("no way leads from what plugin code can reach to the door or to the prelude's own functions' source", async () => {
  await using guest = await startGuest(`export const tools = { run: (_args, ctx) => {
    const reachable = [globalThis, ctx, ctx.call, fetch, console.log, setTimeout, Request, Response, AbortSignal];
    const stackOf = () => { try { null.x; } catch (error) { return String(error.stack); } };
    return [Object.getOwnPropertyNames(globalThis).filter((name) => /ambit|post|receive|qjs|std|host/i.test(name)), Object.isFrozen(Object.getPrototypeOf(ctx)), stackOf().includes("/work") || stackOf().includes("file:"), typeof globalThis.SharedArrayBuffer, reachable.length];
  } };`);
  expect(await guest.tool("run")).toEqual([[], true, false, "undefined", 9]);
});
