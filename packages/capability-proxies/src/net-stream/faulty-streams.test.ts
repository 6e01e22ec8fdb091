import type { CapabilityProxy, JsonValue, WaitingReadResult } from "@ambit/api-types";
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from "node:zlib";
import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { InstanceNetwork } from "../connection/instance-network.ts";
import { InstanceStates } from "../proxy/instance-states.ts";
import { gzipOfZeroes } from "../testing/gzip-of-zeroes.ts";
import { netGrant } from "../testing/net-grant.ts";
import { testNetworkParts } from "../testing/network-parts.ts";
import { ProxyRig } from "../testing/proxy-rig.ts";
import { rssGrowth } from "../testing/rss-growth.ts";
import { TestServer } from "../testing/test-server.ts";
import { netStreamProxies } from "./net-stream-proxies.ts";
import { streamTables } from "./stream-tables.ts";

const mebibyte = 1024 * 1024;
const basic = { grant: { kind: "basic" } } as const;
const chunked = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";

async function open(rig: ProxyRig, server: TestServer): Promise<number> {
  return (await rig.call("net/stream", { url: server.origin }, { grant: netGrant(server.origin) })).stream;
}

/** Reads on until a read fails, and gives the text with the error. */
async function readToFailure(rig: ProxyRig, stream: number): Promise<{ text: string; error: unknown }> {
  let text = "";
  for (;;) {
    try {
      text += (await rig.call("stream/read", { stream }, basic)).data;
    } catch (error) {
      return { text, error };
    }
  }
}

describe("a server that misbehaves", () => {
  test.each<[string, string]>([
    ["sends a broken chunk", "The server's answer is not proper HTTP."],
    ["breaks off", "The connection broke before the answer was complete."],
    ["resets", "The connection broke before the answer was complete."],
  ])("%s: what came before is given out, then the failure, once", async (name, message) => {
    await using server = await TestServer.tcp((socket) =>
      socket.once("data", () => {
        socket.write(`${chunked}3\r\nabc\r\n`);
        setTimeout(() => (name === "resets" ? socket.resetAndDestroy() : name === "breaks off" ? socket.end() : socket.write("zz\r\n")), 50);
      }),
    );
    await using rig = new ProxyRig();
    const stream = await open(rig, server);
    expect(await readToFailure(rig, stream)).toMatchObject({ text: "abc", error: { code: "NETWORK_FAILED", message } });
    expect(await rig.failure("stream/read", { stream }, basic)).toMatchObject({ code: "UNKNOWN_HANDLE" });
    await server.idle();
  });

  test.each<[string, string, string]>([
    ["names an unknown coding", "HTTP/1.1 200 OK\r\ncontent-encoding: compress\r\ncontent-length: 5\r\n\r\n", "NETWORK_FAILED"],
    ["sends headers of 100 KB", `HTTP/1.1 200 OK\r\nx: ${"a".repeat(100_000)}\r\n\r\n`, "NETWORK_FAILED"],
    ["stalls in its headers", "HTTP/1.1 200 OK\r\ncontent-", "LIMIT_EXCEEDED"],
  ])("%s: nothing is opened", async (_name, head, code) => {
    await using server = await TestServer.raw(head);
    await using rig = new ProxyRig({ limits: { fetchSeconds: 0.5 } });
    for (let round = 0; round < 10; round += 1) expect(await rig.failure("net/stream", { url: server.origin }, { grant: netGrant(server.origin) })).toMatchObject({ code });
    await server.idle();
  }, 20_000);

  test("goes on for longer than fetchSeconds: that bounds the opening alone", async () => {
    await using server = await TestServer.tcp((socket) => {
      socket.write(chunked);
      const timer = setInterval(() => socket.write("1\r\na\r\n"), 100);
      socket.on("close", () => clearInterval(timer));
    });
    await using rig = new ProxyRig({ limits: { fetchSeconds: 0.3 } });
    const stream = await open(rig, server);
    await pause(600);
    expect((await rig.call("stream/read", { stream }, basic)).data.length).toBeGreaterThanOrEqual(3);
  });
});

describe("memory", { timeout: 30_000 }, () => {
  const bombs = new Map<string, Uint8Array>();
  beforeAll(async () => {
    const gzip = await gzipOfZeroes(256);
    bombs.set("gzip", gzip).set("gzip, gzip", gzipSync(gzip, { level: 9 }));
    bombs.set("br", brotliCompressSync(Buffer.alloc(256 * mebibyte), { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 24 } }));
    bombs.set("zstd", zstdCompressSync(Buffer.alloc(256 * mebibyte)));
  }, 60_000);

  test.each(["gzip", "gzip, gzip", "br", "zstd"])("a bomb in %s waits at the credit", async (encoding) => {
    await using server = await TestServer.http((_request, response) => response.writeHead(200, { "content-encoding": encoding }).end(bombs.get(encoding)));
    await using rig = new ProxyRig();
    const growth = await rssGrowth(async () => {
      const stream = await open(rig, server);
      await pause(500);
      for (let round = 0; round < 20; round += 1) await rig.call("stream/read", { stream }, basic);
      await rig.call("stream/close", { stream }, basic);
    });
    expect(growth).toBeLessThan(64 * mebibyte);
    await server.idle();
  });

  test("eight streams without end, in chunks of one byte, which nobody reads", async () => {
    const chunks = Buffer.from("1\r\na\r\n".repeat(100_000));
    await using server = await TestServer.tcp((socket) => {
      socket.write(chunked);
      const fill = (): void => {
        while (!socket.destroyed && socket.write(chunks));
      };
      socket.on("drain", fill);
      socket.once("data", fill);
    });
    await using rig = new ProxyRig();
    const growth = await rssGrowth(async () => {
      await Promise.all(Array.from({ length: 8 }, () => open(rig, server)));
      await pause(1500);
    });
    expect(growth).toBeLessThan(64 * mebibyte);
    await rig.release();
    await server.idle();
  });
});

describe("silence", () => {
  async function silentStream(idleMs: number, sse: boolean): Promise<{ server: TestServer; read: (waitMs?: number) => Promise<WaitingReadResult>; end: () => Promise<void> }> {
    const server = await TestServer.raw(`${chunked}1\r\na\r\n`);
    const networks = new InstanceStates((instance) => new InstanceNetwork(testNetworkParts(), instance));
    const [opener, reader] = netStreamProxies(networks, streamTables(), idleMs);
    const { instance } = new ProxyRig();
    const run = async (proxy: CapabilityProxy | undefined, params: JsonValue, grant = netGrant(server.origin)): Promise<JsonValue> => {
      if (proxy === undefined) throw new Error("no proxy");
      return (await proxy.run({ params, grant, instance, signal: new AbortController().signal })).result;
    };
    await run(opener, { url: server.origin, sse });
    return {
      server,
      read: async (waitMs = 2000) => (await run(reader, { stream: 1, waitMs })) as unknown as WaitingReadResult,
      end: async () => {
        await opener?.release?.(instance.instanceId);
        await networks.take(instance.instanceId)?.destroy();
      },
    };
  }

  test("ends a stream when no byte comes, with what came before given out first", async () => {
    const { server, read, end } = await silentStream(200, false);
    await using _server = server;
    await pause(400);
    expect(await read()).toMatchObject({ data: "a", done: false });
    await expect(read()).rejects.toMatchObject({ code: "LIMIT_EXCEEDED", details: { limit: "streamIdle" } });
    await expect(read()).rejects.toMatchObject({ code: "UNKNOWN_HANDLE" });
    await server.idle();
    await end();
  });

  test("ends none that was opened with sse", async () => {
    const { server, read, end } = await silentStream(100, true);
    await using _server = server;
    expect(await read()).toMatchObject({ data: "a" });
    expect(await read(400)).toEqual({ data: "", encoding: "utf8", done: false });
    expect(server.open).toBe(1);
    await end();
    await server.idle();
  });
});
