import { CREDIT_BYTES, type CallGrant } from "@ambit/api-types";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { ProxyRig, type RigOptions } from "../testing/proxy-rig.ts";
import { rssGrowth } from "../testing/rss-growth.ts";
import { TestServer } from "../testing/test-server.ts";

const basic = { grant: { kind: "basic" } } as const;

/** A rig whose public name leads to the server; what it resolves to is judged as ever. */
function rigAt(server: TestServer, options: RigOptions = {}): ProxyRig {
  return new ProxyRig({ resolveName: async () => ["93.184.216.34"], route: () => ({ address: "127.0.0.1", port: server.port }), ...options });
}

const grant: CallGrant = { kind: "tcp", host: "db.example.dev", port: 5432, addresses: "public" };
const params = { host: "elsewhere.example", port: 1 };

async function open(rig: ProxyRig): Promise<number> {
  return (await rig.call("tcp/open", params, { grant })).socket;
}

describe("raw sockets over a real server", () => {
  test("write and read bytes, to the end", async () => {
    await using server = await TestServer.tcp((socket) => socket.on("data", (chunk) => socket.end(Buffer.concat([chunk as Buffer, Uint8Array.of(0, 0xff)]))));
    await using rig = rigAt(server);
    const socket = await open(rig);
    expect(await rig.answer("tcp/write", { socket, data: "aGk=", encoding: "base64" }, basic)).toEqual({ result: { waiting: 0 }, bytesOut: 2 });
    expect(await rig.call("tcp/read", { socket, max: 2 }, basic)).toMatchObject({ data: "hi", encoding: "utf8", done: false });
    expect(await rig.call("tcp/read", { socket }, basic)).toMatchObject({ data: "AP8=", encoding: "base64" });
    const last = await rig.call("tcp/read", { socket }, basic).catch((error: unknown) => error);
    expect(last).toSatisfy((result: { done?: boolean; code?: string }) => result.done === true || result.code === "UNKNOWN_HANDLE");
    expect(await rig.failure("tcp/write", { socket, data: "x" }, basic)).toMatchObject({ code: "UNKNOWN_HANDLE" });
  });

  test("only judged addresses are dialled", async () => {
    await using server = await TestServer.tcp(() => undefined);
    for (const addresses of [["127.0.0.1"], ["93.184.216.34", "10.0.0.1"], ["::ffff:127.0.0.1"]]) {
      await using rig = rigAt(server, { resolveName: async () => addresses });
      expect(await rig.failure("tcp/open", params, { grant })).toMatchObject({ code: "PERMISSION_DENIED" });
    }
    expect(server.connections).toBe(0);
  });

  test("a proxy for HTTP is no way for it", async () => {
    await using server = await TestServer.tcp((socket) => socket.write("direct"));
    await using proxy = await TestServer.tcp(() => undefined);
    await using rig = rigAt(server, { proxySettings: () => ({ url: proxy.origin }) });
    expect(await rig.call("tcp/read", { socket: await open(rig) }, basic)).toMatchObject({ data: "direct" });
    expect(proxy.connections).toBe(0);
  });

  test("WebSockets and raw sockets count together, and one is not taken for the other", async () => {
    await using server = await TestServer.tcp((socket) => socket.resume());
    await using rig = rigAt(server);
    for (let round = 0; round < 4; round += 1) await open(rig);
    expect(await rig.failure("tcp/open", params, { grant })).toMatchObject({ code: "LIMIT_EXCEEDED", details: { limit: "sockets" } });
    expect(server.connections).toBe(4);
    expect(await rig.failure("ws/send", { socket: 1, data: "x" }, basic)).toMatchObject({ code: "UNKNOWN_HANDLE" });
    await rig.call("tcp/close", { socket: 1 }, basic);
    expect(await open(rig)).toBe(5);
    expect(await rig.failure("tcp/read", { socket: 2 }, { ...basic, instance: rig.newInstance("instance-2") })).toMatchObject({ code: "UNKNOWN_HANDLE" });
    await rig.release("instance-2");
    await rig.release();
    await server.idle();
  });
});

describe("bounds", () => {
  test("writing is refused when more than the credit would wait, and closing lets go of a server that takes nothing", async () => {
    await using server = await TestServer.tcp((socket) => socket.pause());
    await using rig = rigAt(server, { limits: { callSeconds: 10 } });
    const socket = await open(rig);
    expect(await rig.failure("tcp/write", { socket, data: "a".repeat(CREDIT_BYTES + 1) }, basic)).toMatchObject({ code: "LIMIT_EXCEEDED", details: { limit: "credit" } });
    let refused: unknown;
    for (let sent = 0; refused === undefined && sent < 1000; sent += 1) refused = await rig.call("tcp/write", { socket, data: "a".repeat(200_000) }, basic).then(() => undefined, (error: unknown) => error);
    expect(refused).toMatchObject({ code: "LIMIT_EXCEEDED", details: { limit: "credit" } });
    const start = performance.now();
    await rig.call("tcp/close", { socket }, basic);
    expect(performance.now() - start).toBeLessThan(4000);
  }, 20_000);

  test("four servers that flood are held up", async () => {
    const piece = Buffer.alloc(1024 * 1024);
    await using server = await TestServer.tcp((socket) => {
      const fill = (): void => {
        while (!socket.destroyed && socket.write(piece));
      };
      socket.on("drain", fill);
      fill();
    });
    await using rig = rigAt(server);
    const growth = await rssGrowth(async () => {
      for (let round = 0; round < 4; round += 1) await open(rig);
      await pause(700);
      for (let round = 0; round < 20; round += 1) expect((await rig.call("tcp/read", { socket: 1, encoding: "base64" }, basic)).done).toBe(false);
    });
    expect(growth).toBeLessThan(64 * 1024 * 1024);
    await rig.release();
    await server.idle();
  });

  test("a reset comes after what was read before it, once", async () => {
    await using server = await TestServer.tcp((socket) => void socket.write("before", () => setTimeout(() => socket.resetAndDestroy(), 50)));
    await using rig = rigAt(server);
    const socket = await open(rig);
    expect(await rig.call("tcp/read", { socket }, basic)).toMatchObject({ data: "before", done: false });
    expect(await rig.failure("tcp/read", { socket }, basic)).toMatchObject({ code: "NETWORK_FAILED" });
    expect(await rig.failure("tcp/read", { socket }, basic)).toMatchObject({ code: "UNKNOWN_HANDLE" });
  });

  test("a name that is looked up without end ends at the deadline, and a refused connection at once", async () => {
    await using server = await TestServer.tcp(() => undefined);
    await using slow = rigAt(server, { limits: { fetchSeconds: 0.3 }, resolveName: () => new Promise(() => undefined) });
    expect(await slow.failure("tcp/open", params, { grant })).toMatchObject({ code: "LIMIT_EXCEEDED", details: { limit: "fetchSeconds" } });
    await using gone = new ProxyRig({ resolveName: async () => ["93.184.216.34"], route: () => ({ address: "127.0.0.1", port: 1 }) });
    expect(await gone.failure("tcp/open", params, { grant })).toMatchObject({ code: "NETWORK_FAILED", message: "The server refused the connection." });
  });
});
