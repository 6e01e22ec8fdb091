import { createServer } from "node:net";
import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { netGrant } from "../testing/net-grant.ts";
import { ProxyRig, type RigOptions } from "../testing/proxy-rig.ts";
import { TestServer } from "../testing/test-server.ts";

const head = "HTTP/1.1 200 OK\r\n";

/** The error that a call to the server ends in, and how long it took, in milliseconds. */
async function failureAt(server: TestServer, options: RigOptions = {}): Promise<{ code: string; limit: string | undefined; message: string; ms: number }> {
  await using rig = new ProxyRig({ limits: { fetchSeconds: 5 }, ...options });
  const start = performance.now();
  const error = await rig.failure("net/fetch", { url: server.origin }, { grant: netGrant(server.origin) });
  return { code: error.code, limit: error.details.limit, message: error.message, ms: performance.now() - start };
}

describe("a server that misbehaves ends the call with the right code", () => {
  test.each<[string, readonly (string | Uint8Array)[], string]>([
    ["sends headers of 100 KB", [`${head}x-big: ${"a".repeat(100_000)}\r\n\r\n`], "The answer's headers are too large."],
    ["sends 100 KB of headers after the body", [`${head}transfer-encoding: chunked\r\n\r\n0\r\nx-big: ${"a".repeat(100_000)}\r\n\r\n`], "The answer's headers are too large."],
    ["speaks no HTTP", ["SSH-2.0-OpenSSH_9.9\r\n"], "The server's answer is not proper HTTP."],
    ["has a broken header", [`${head}a b: c\r\n\r\n`], "The server's answer is not proper HTTP."],
    ["announces two lengths", [`${head}content-length: 1\r\ncontent-length: 2\r\n\r\nab`], "The server's answer is not proper HTTP."],
    ["announces a length and chunks", [`${head}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n`], "The server's answer is not proper HTTP."],
    ["sends a broken chunk", [`${head}transfer-encoding: chunked\r\n\r\nzz\r\n`], "The server's answer is not proper HTTP."],
    ["sends more than it announced", [`${head}content-length: 10\r\n\r\n${"a".repeat(9000)}`], "The server's answer is not proper HTTP."],
    ["sends a second answer", [`${head}content-length: 1\r\n\r\na${head}content-length: 1\r\n\r\nb`], "The server's answer is not proper HTTP."],
    ["switches protocols unasked", ["HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n"], "The connection broke before the answer was complete."],
  ])("%s", async (_name, pieces, message) => {
    await using server = await TestServer.raw(...pieces);
    expect(await failureAt(server)).toMatchObject({ code: "NETWORK_FAILED", message });
    await server.idle();
  });

  test("announces 10 bytes and sends 9 million", async () => {
    await using server = await TestServer.http((_request, response) => response.writeHead(200, { "content-length": 10 }).end(Buffer.alloc(9_000_000)));
    expect(await failureAt(server)).toMatchObject({ code: "NETWORK_FAILED", message: "The server's answer is not proper HTTP." });
  });

  test("breaks off before, amid and after the headers", async () => {
    for (const text of ["", "HTTP/1.1 200", `${head}content-length: 5\r\n\r\nab`, `${head}transfer-encoding: chunked\r\n\r\n2\r\nab\r\n`]) {
      await using server = await TestServer.tcp((socket) => socket.once("data", () => socket.end(text)));
      expect(await failureAt(server)).toMatchObject({ code: "NETWORK_FAILED" });
    }
  });

  test("resets the connection", async () => {
    await using server = await TestServer.tcp((socket) => socket.once("data", () => socket.resetAndDestroy()));
    expect(await failureAt(server)).toMatchObject({ code: "NETWORK_FAILED", message: "The connection broke before the answer was complete." });
  });

  test("is not there", async () => {
    const gone = createServer().listen(0, "127.0.0.1");
    await once(gone, "listening");
    const { port } = gone.address() as { port: number };
    gone.close();
    await once(gone, "close");
    await using rig = new ProxyRig();
    const url = `http://127.0.0.1:${port}/`;
    expect(await rig.failure("net/fetch", { url }, { grant: netGrant(url) })).toMatchObject({ code: "NETWORK_FAILED", message: "The server refused the connection." });
  });

  test("closes a kept connection: the next call makes a new one", async () => {
    await using server = await TestServer.http((_request, response) => response.end("ok"));
    await using rig = new ProxyRig();
    for (let round = 0; round < 3; round += 1) {
      expect(await rig.call("net/fetch", { url: server.origin }, { grant: netGrant(server.origin) })).toMatchObject({ body: "ok" });
      await server.closeConnections();
    }
  });

  test("sends early hints first: the answer counts", async () => {
    await using server = await TestServer.raw(`HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${head}content-length: 2\r\n\r\nok`);
    await using rig = new ProxyRig();
    expect(await rig.call("net/fetch", { url: server.origin }, { grant: netGrant(server.origin) })).toMatchObject({ status: 200, body: "ok" });
  });
});

describe("one deadline covers the whole call", () => {
  const deadline = { limits: { fetchSeconds: 0.3 } };
  const dripping = (first: string): Promise<TestServer> =>
    TestServer.tcp((socket) => {
      socket.write(first);
      const timer = setInterval(() => socket.write("1\r\na\r\n"), 20);
      socket.on("close", () => clearInterval(timer));
    });

  test.each<[string, () => Promise<TestServer>]>([
    ["a server that never answers", () => TestServer.tcp((socket) => socket.resume())],
    ["a server that stalls in its headers", () => TestServer.raw(`${head}content-len`)],
    ["a server that stalls in its body", () => TestServer.raw(`${head}content-length: 10\r\n\r\nabc`)],
    ["a server that drips its body without end", () => dripping(`${head}transfer-encoding: chunked\r\n\r\n`)],
    ["a server that stalls in a coded body", () => TestServer.raw(`${head}content-encoding: gzip\r\ncontent-length: 100\r\n\r\n\u001f`)],
  ])("%s", async (_name, start) => {
    await using server = await start();
    const failure = await failureAt(server, deadline);
    expect(failure).toMatchObject({ code: "LIMIT_EXCEEDED", limit: "fetchSeconds" });
    expect(failure.ms).toBeGreaterThan(290);
    expect(failure.ms).toBeLessThan(3000);
    await server.idle();
  });

  test("a server that takes no body", async () => {
    await using server = await TestServer.tcp((socket) => socket.pause());
    await using rig = new ProxyRig(deadline);
    const body = "x".repeat(7 * 1024 * 1024);
    expect(await rig.failure("net/fetch", { url: server.origin, method: "POST", body }, { grant: netGrant(server.origin) })).toMatchObject({ code: "LIMIT_EXCEEDED" });
  });

  test("a name server that never answers, and the calls that wait behind it", async () => {
    await using rig = new ProxyRig({ ...deadline, resolveName: () => new Promise(() => undefined) });
    const url = "http://slow.example/";
    const errors = await Promise.all(Array.from({ length: 12 }, () => rig.failure("net/fetch", { url }, { grant: netGrant(url) })));
    expect(new Set(errors.map((error) => error.details.limit))).toEqual(new Set(["fetchSeconds"]));
  });

  test("a server that never shakes hands", async () => {
    await using server = await TestServer.tcp((socket) => socket.resume());
    await using rig = new ProxyRig(deadline);
    const url = `https://127.0.0.1:${server.port}/`;
    expect(await rig.failure("net/fetch", { url }, { grant: netGrant(url) })).toMatchObject({ code: "LIMIT_EXCEEDED", details: { limit: "fetchSeconds" } });
    await server.idle();
  });

  test("the caller's signal ends a call under way, with its own reason, and the connection with it", async () => {
    await using server = await TestServer.tcp((socket) => socket.resume());
    await using rig = new ProxyRig();
    const controller = new AbortController();
    const call = rig.failure("net/fetch", { url: server.origin }, { grant: netGrant(server.origin), signal: controller.signal });
    setTimeout(() => controller.abort(), 50);
    expect(await call).toMatchObject({ code: "CALL_CANCELLED" });
    await server.idle();
  });

  test("releasing the instance ends a call under way", async () => {
    await using server = await TestServer.tcp((socket) => socket.resume());
    await using rig = new ProxyRig();
    const call = rig.failure("net/fetch", { url: server.origin }, { grant: netGrant(server.origin) });
    setTimeout(() => void rig.release(), 50);
    expect(await call).toMatchObject({ code: "INSTANCE_STOPPED" });
    await server.idle();
  });
});
