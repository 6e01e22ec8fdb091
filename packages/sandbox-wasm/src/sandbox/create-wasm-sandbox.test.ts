import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import type { AmbitError, CapabilityProxy, HostStore, JsonValue } from "@ambit/api-types";
import { createProxies } from "@ambit/capability-proxies";
import { fixturePlugin } from "@ambit/conformance-suite";
import { describe, expect, onTestFinished, test } from "vitest";
import { openDescriptors, ScratchFolder } from "../testing/scratch-folder.ts";
import { samplePolicy } from "../testing/sample-policy.ts";
import { createWasmSandbox, type WasmSandboxOptions } from "./create-wasm-sandbox.ts";
import { installCapabilityImports, type WasmSandboxHandle } from "./wasm-sandbox-handle.ts";

const wasmModulePath = join(fixturePlugin("wasm:preview1").folder, "run.wasm");
/** The calls tried here need no store; whoever asks it for anything gets an error. */
const noStore = {} as HostStore;

async function open(options: Partial<WasmSandboxOptions> = {}): Promise<WasmSandboxHandle> {
  const sandbox = await createWasmSandbox({ wasmModulePath, policy: samplePolicy(), proxies: [], ...options });
  onTestFinished(() => sandbox.dispose());
  return sandbox;
}

/** Lets the guest make a call of the host; gives what it got: a result or a code. */
async function hostCall(sandbox: WasmSandboxHandle, method: string, params: JsonValue): Promise<unknown> {
  return sandbox.call("tool/call", { tool: "hostCall", arguments: { method, params } });
}

/** A real server that counts who connects, and a resolver that would lead anybody to it. */
async function countingServer(): Promise<{ readonly proxies: readonly CapabilityProxy[]; connections(): number; lookups(): number }> {
  const counts = { connections: 0, lookups: 0 };
  const server = createServer((socket) => {
    counts.connections++;
    socket.destroy();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const resolveName = async (): Promise<readonly string[]> => {
    counts.lookups++;
    return ["127.0.0.1"];
  };
  expect((server.address() as AddressInfo).port).toBeGreaterThan(0);
  return { proxies: createProxies({ store: noStore, mountOf: () => undefined, resolveName }), connections: () => counts.connections, lookups: () => counts.lookups };
}

describe("a denied connect", () => {
  test("reaches the guest as PERMISSION_DENIED, is counted, and opens no socket", async () => {
    const server = await countingServer();
    const counted: unknown[] = [];
    const denied: AmbitError[] = [];
    const policy = samplePolicy({ network: [{ name: "api.example.dev" }] });
    const sandbox = await open({ policy, proxies: server.proxies, onMetric: (...count) => counted.push(count), onDenied: (error) => denied.push(error) });
    expect(await hostCall(sandbox, "net/fetch", { url: "https://evil.example.net/" })).toMatchObject({ code: "PERMISSION_DENIED" });
    expect(counted).toEqual([["plugin.permission_denied_total", { capability: "fetch" }]]);
    expect(denied.map(({ code, details }) => [code, details.target])).toEqual([["SAND_WASM_OUTBOUND_DENIED", "evil.example.net"]]);
    expect([server.lookups(), server.connections()]).toEqual([0, 0]);
    expect(() => sandbox.outbound.check({ protocol: "https", host: "evil.example.net", port: 443 })).toThrow(expect.objectContaining({ code: "SAND_WASM_OUTBOUND_DENIED" }));
  });

  test("an allowed host is looked up, and an address that no policy allows is still not dialled", async () => {
    const server = await countingServer();
    const sandbox = await open({ policy: samplePolicy({ network: [{ name: "api.example.dev" }] }), proxies: server.proxies });
    expect(await hostCall(sandbox, "net/fetch", { url: "https://api.example.dev/" })).toMatchObject({ code: "PERMISSION_DENIED" });
    expect([server.lookups(), server.connections()]).toEqual([1, 0]);
  });
});

describe("capability imports", () => {
  const answer = (method: string, result: JsonValue): CapabilityProxy => ({ method, run: async () => ({ result }) });

  test("a call without a proxy is none; from its installation on it is served, judged first", async () => {
    using folder = new ScratchFolder().file("a.txt", "hello");
    const policy = samplePolicy({ files: [{ root: "docs", access: "read" }] });
    const sandbox = await open({ policy });
    const params = { root: "docs", path: "a.txt" };
    expect(await hostCall(sandbox, "fs/read", params)).toMatchObject({ code: "METHOD_NOT_FOUND" });
    const files = createProxies({ store: noStore, mountOf: (_instance, root) => (root === "docs" ? { hostPath: folder.path, fenced: [] } : undefined) });
    installCapabilityImports(sandbox, files.filter(({ method }) => method.startsWith("fs/")));
    expect(await hostCall(sandbox, "fs/read", params)).toMatchObject({ result: { data: "hello" } });
    expect(await hostCall(sandbox, "fs/write", { ...params, data: "x" })).toMatchObject({ code: "PERMISSION_DENIED" });
    expect(await hostCall(sandbox, "fs/read", { root: "out", path: "a.txt" })).toMatchObject({ code: "PERMISSION_DENIED" });
  });

  test("a second proxy for a call, or one for none, is refused, and nothing is installed", async () => {
    const sandbox = await open({ proxies: [answer("log", {})] });
    expect(() => installCapabilityImports(sandbox, [answer("kv/get", {}), answer("log", {})])).toThrow(expect.objectContaining({ code: "INVALID_PARAMS" }));
    expect(() => installCapabilityImports(sandbox, [answer("kv/get", {}), answer("kv/steal", {})])).toThrow(expect.objectContaining({ code: "INVALID_PARAMS" }));
    expect(await hostCall(sandbox, "kv/get", { key: "a" })).toMatchObject({ code: "METHOD_NOT_FOUND" });
  });

  test("what a proxy throws or answers wrongly stays with the host", async () => {
    const errors: unknown[] = [];
    const broken: CapabilityProxy = { method: "kv/get", run: () => Promise.reject(new Error("at /srv/secret")) };
    const sandbox = await open({ proxies: [broken, answer("kv/list", { rows: 1 })], onInternalError: (error) => errors.push(error) });
    for (const [method, params] of [["kv/get", { key: "a" }], ["kv/list", {}]] as const) {
      const got = await hostCall(sandbox, method, params);
      expect(got).toMatchObject({ code: "INTERNAL_ERROR" });
      expect(JSON.stringify(got)).not.toContain("/srv");
    }
    expect(errors).toHaveLength(2);
  });

  test("a flood of calls ends at hostCalls, and the next call into the module has its own again", async () => {
    const counting: CapabilityProxy = { method: "kv/get", run: async () => ({ result: { found: false, value: null } }) };
    const sandbox = await open({ policy: samplePolicy({}, { hostCalls: 3 }), proxies: [counting] });
    const flood = (): Promise<JsonValue> => sandbox.call("tool/call", { tool: "manyHostCalls", arguments: { count: 5, method: "kv/get", params: { key: "a" } } });
    const served = { result: { found: false, value: null } };
    const refused = { code: "LIMIT_EXCEEDED" };
    for (const _ of [1, 2]) expect(await flood()).toMatchObject([served, served, served, refused, refused]);
  });
});

test("a module's folders are those of its policy", async () => {
  using folder = new ScratchFolder().file("docs/a.txt", "hello").directory("out");
  const policy = samplePolicy({ files: [{ root: "docs", access: "read" }, { root: "out", access: "write" }] });
  const sandbox = await open({ policy, roots: { docs: { hostPath: folder.at("docs") }, out: { hostPath: folder.at("out") }, workspace: { hostPath: folder.path } } });
  const path = (name: string, at: string): Promise<JsonValue> => sandbox.call("tool/call", { tool: "path", arguments: { function: name, path: at, other: "" } });
  expect(await sandbox.call("tool/call", { tool: "preopens", arguments: {} })).toEqual(["/docs", "/out"]);
  expect(await path("read", "/docs/a.txt")).toMatchObject({ errno: 0, text: "hello" });
  expect(await path("create", "/docs/b.txt")).not.toMatchObject({ errno: 0 });
  expect(await path("write", "/out/b.txt")).toMatchObject({ errno: 0 });
});

describe("the end", () => {
  test("of a sandbox, or of one that could not be made, leaves no descriptor and calls every release once", async () => {
    using folder = new ScratchFolder().file("docs/a.txt").file("bad.wasm", "text");
    const policy = samplePolicy({ files: [{ root: "docs", access: "read" }] });
    let released = 0;
    const proxies: CapabilityProxy[] = [{ method: "log", run: async () => ({ result: {} }), release: () => void released++ }];
    const roots = { docs: { hostPath: folder.at("docs") } };
    await (await createWasmSandbox({ wasmModulePath, policy, proxies, roots })).dispose();
    const before = openDescriptors();
    {
      await using sandbox = await createWasmSandbox({ wasmModulePath, policy, proxies, roots });
      expect(await sandbox.usage()).toMatchObject({ calls: expect.any(Number) });
    }
    await expect(createWasmSandbox({ wasmModulePath: folder.at("bad.wasm"), policy, proxies, roots })).rejects.toMatchObject({ code: "SAND_WASM_NOT_A_MODULE" });
    await expect(createWasmSandbox({ wasmModulePath, policy, proxies, roots: { docs: { hostPath: folder.at("gone") } } })).rejects.toMatchObject({ code: "SAND_WASM_PREOPEN_DENIED" });
    expect(released).toBe(4);
    expect(openDescriptors()).toBeLessThanOrEqual(before);
  });
});
