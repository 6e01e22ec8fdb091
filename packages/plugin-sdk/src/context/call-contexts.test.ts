import type { JsonValue } from "@ambit/api-types";
import { expect, test } from "vitest";
import { callContexts } from "./call-contexts.ts";
import { createContext } from "./create-context.ts";
import type { PluginContext } from "./plugin-context.ts";

const calls = ["fs/read", "fs/write", "kv/get", "content/get"];

/** The ctx of a plugin and of one call of it, each of which tells who made a call. */
function contexts(): { readonly plugin: PluginContext; readonly call: PluginContext; readonly told: unknown[]; readonly signals: () => number } {
  const answer = (who: string) => async (method: string, params: JsonValue): Promise<JsonValue> => [who, method, params];
  const hello = { protocolVersion: 1, plugin: { id: "a", version: "1.0.0" }, lang: "de", calls, config: {} } as const;
  const plugin = createContext({ hello, call: answer("plugin"), log: () => {}, sleep: async () => {} });
  const told: unknown[] = [];
  let signals = 0;
  const { signal } = new AbortController();
  const makeSignal = (): AbortSignal => (signals++, signal);
  const call = callContexts(plugin, calls)({ hostCall: answer("call"), signal: makeSignal, progress: (progress) => told.push(progress) });
  return { plugin, call, told, signals: () => signals };
}

test("a call's ctx makes its calls in its own name, and is the plugin's else", async () => {
  const { plugin, call, told } = contexts();
  expect(await plugin.kv.get({ key: "k" })).toEqual(["plugin", "kv/get", { key: "k" }]);
  expect(await call.kv.get({ key: "k" })).toEqual(["call", "kv/get", { key: "k" }]);
  expect(await call.call("content/get", { id: 1 })).toEqual(["call", "content/get", { id: 1 }]);
  expect([call.lang, call.plugin, call.log]).toEqual([plugin.lang, plugin.plugin, plugin.log]);
  call.progress?.({ done: 1 });
  expect(told).toEqual([{ done: 1 }]);
});

test("it has the namespaces that are granted, apart or whole, and no other", () => {
  const { call } = contexts();
  const { fs, kv, net } = call;
  expect([Object.keys(fs ?? {}), Object.keys(kv), net]).toEqual([["read", "write"], ["get"], undefined]);
  expect(["fs" in call, "net" in call, call.fs === fs]).toEqual([true, false, true]);
});

test("a signal is made when it is asked for, once", () => {
  const { call, signals } = contexts();
  void call.fs;
  expect(signals()).toBe(0);
  expect(call.signal).toBe(call.signal);
  expect(signals()).toBe(1);
});
