import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { createServer, type AddressInfo, type Server } from "node:net";
import type { CapabilityProxy, HostStore, JsonValue } from "@ambit/api-types";
import { createRoutedProxies } from "@ambit/capability-proxies/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import { fixtureBytes } from "../testing/fixture-bytes.ts";
import { type ModuleOptions, openModule, runTool } from "../testing/open-module.ts";
import type { WasmSandboxHandle } from "../sandbox/wasm-sandbox-handle.ts";
import { ScratchFolder } from "../testing/scratch-folder.ts";

const noStore = {} as HostStore;

async function open(options: ModuleOptions = {}): Promise<WasmSandboxHandle> {
  const sandbox = await openModule(fixtureBytes("plugin-component", "component"), { ...options, run: { abi: "component" }, backendOptions: { components: true } });
  onTestFinished(() => sandbox.dispose());
  return sandbox;
}

const use = (sandbox: WasmSandboxHandle, tool: string, value = ""): Promise<JsonValue> => runTool(sandbox, tool, { value });

async function listening(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

describe("a component of ambit:plugin", () => {
  test("keeps its state, and is told of events and timers", async () => {
    const sandbox = await open();
    expect([await use(sandbox, "count"), await use(sandbox, "count")]).toEqual(["1", "2"]);
    sandbox.notify("event/deliver", { event: "x", payload: { a: 1 } });
    sandbox.notify("timer/fired", { timer: 1000 });
    expect(await use(sandbox, "count")).toBe("1103");
  });

  test("calls the host through typed imports, any value as a JSON text", async () => {
    const values = new Map<string, JsonValue>();
    const proxies: CapabilityProxy[] = [
      { method: "kv/set", run: async ({ params }) => (values.set("key", (params as { value: JsonValue }).value), { result: {} }) },
      { method: "kv/get", run: async () => ({ result: { found: values.has("key"), value: values.get("key") ?? null } }) },
    ];
    const sandbox = await open({ proxies });
    expect(await use(sandbox, "kv")).toBe('1 {"n":[1,2]}');
    expect(values.get("key")).toEqual({ n: [1, 2] });
    expect(await use(sandbox, "badKv")).toBe("MESSAGE_MALFORMED");
  });

  test("reads a file that is granted, and gets the code where it is not", async () => {
    using folder = new ScratchFolder().file("a.txt", "hello");
    const proxies = createRoutedProxies({ store: noStore, mountOf: () => ({ hostPath: folder.path, fenced: [] }) }, () => undefined).filter(({ method }) => method === "fs/read");
    expect(await use(await open({ proxies, permissions: { files: [{ root: "docs", access: "read" }] } }), "read", "a.txt")).toBe("hello");
    expect(await use(await open({ proxies }), "read", "a.txt")).toBe("PERMISSION_DENIED");
  });

  test("built for fewer messages, refuses what it does not take", async () => {
    const sandbox = await open();
    for (const [method, params] of [["hook/run", { hook: "a", mode: "policy", payload: null }], ["route/call", { route: "a", anonymous: true, method: "GET", path: "", query: {}, headers: {}, body: null }]] as const) {
      await expect(sandbox.call(method, params)).rejects.toMatchObject({ code: "METHOD_NOT_FOUND" });
    }
    expect(await use(sandbox, "count")).toBe("1");
  });

  test("may fail by its own word, and lives; a trap or an exit ends it", async () => {
    const sandbox = await open();
    await expect(use(sandbox, "fail")).rejects.toMatchObject({ code: "FILE_NOT_FOUND", message: "as asked" });
    expect(await use(sandbox, "count")).toBe("2");
    await expect(use(sandbox, "trap")).rejects.toMatchObject({ code: "GUEST_TRAPPED" });
    await expect(use(sandbox, "count")).rejects.toMatchObject({ code: "INSTANCE_STOPPED" });
    await expect(use(await open(), "exit")).rejects.toMatchObject({ code: "GUEST_EXITED", details: { exitCode: 1 } });
    await expect(use(await open({ limits: { callSeconds: 1 } }), "spin")).rejects.toMatchObject({ code: "LIMIT_EXCEEDED" });
  });
});

describe("wasi:http", () => {
  /** `error-code` counts its cases from 0. */
  const REQUEST_DENIED = 15;

  test("makes a request that the policy allows", async () => {
    const port = await listening(createHttpServer((request, response) => response.end(`you asked for ${request.url}`)));
    const urls: string[] = [];
    const fetching: CapabilityProxy = {
      method: "net/fetch",
      async run({ grant }) {
        if (grant.kind !== "net") throw new Error("no grant for the network");
        urls.push(grant.url.href);
        const answer = await fetch(`http://127.0.0.1:${port}${grant.url.pathname}`);
        return { result: { status: answer.status, statusText: "", headers: [], body: Buffer.from(await answer.arrayBuffer()).toString("base64"), encoding: "base64" } };
      },
    };
    const sandbox = await open({ proxies: [fetching], permissions: { network: [{ name: "api.example.dev" }] } });
    expect(await use(sandbox, "fetch", "api.example.dev")).toBe("200 you asked for /page");
    expect(urls).toEqual(["https://api.example.dev/page"]);
  });

  test.each([["evil.example.net"], ["127.0.0.1"], ["api.example.dev:8443"], ["api.example.dev@evil.example.net"]])("is denied %s, which is counted, and opens no socket", async (host) => {
    let connections = 0;
    await listening(createServer(() => connections++));
    const counted: unknown[] = [];
    const proxies = createRoutedProxies({ store: noStore, mountOf: () => undefined }, () => undefined);
    const sandbox = await open({ proxies, permissions: { network: [{ name: "api.example.dev" }] }, onMetric: (...count) => counted.push(count) });
    expect(await use(sandbox, "fetch", host)).toBe(`error ${REQUEST_DENIED}`);
    expect(counted).toEqual([["plugin.permission_denied_total", { capability: "fetch" }]]);
    expect(connections).toBe(0);
  });
});

describe("wasi:sockets", () => {
  /** The first case of `error-code` that a connection ends in here: access-denied. */
  const ACCESS_DENIED = 1;
  const permissions = { network: [{ name: "tcp:db.example.dev:7777" }] };

  /** The host's real proxies, with a declared name led to a server of the test. */
  async function withServer(): Promise<{ readonly proxies: readonly CapabilityProxy[]; heard(): readonly string[] }> {
    const heard: string[] = [];
    const port = await listening(
      createServer((socket) => {
        socket.on("data", (data) => {
          heard.push(data.toString());
          socket.end("PONG");
        });
        socket.on("error", () => undefined);
      }),
    );
    const services = { store: noStore, mountOf: () => undefined, resolveName: async () => ["93.184.215.14"] };
    return { proxies: createRoutedProxies(services, () => ({ address: "127.0.0.1", port })), heard: () => heard };
  }

  test("reach a host and port that the policy names, by its name", async () => {
    const server = await withServer();
    const sandbox = await open({ proxies: server.proxies, permissions });
    expect(await use(sandbox, "connect", "db.example.dev")).toBe("PONG");
    expect(server.heard()).toEqual(["PING\n"]);
  });

  test("reach no other host, and no address", async () => {
    const server = await withServer();
    const counted: unknown[] = [];
    const sandbox = await open({ proxies: server.proxies, permissions, onMetric: (...count) => counted.push(count) });
    // The address that a look-up gave is one that leads nowhere else.
    expect(await use(sandbox, "connect", "evil.example.net")).toBe(`error ${ACCESS_DENIED} at 240.0.0.0`);
    expect(await use(sandbox, "connect", "10.0.0.1")).toBe(`refused ${ACCESS_DENIED}`);
    expect(server.heard()).toEqual([]);
    expect(counted).toEqual([["plugin.permission_denied_total", { capability: "tcp" }]]);
  });
});
