import { createSecureServer, createServer as createPlainHttp2Server } from "node:http2";
import { type AddressInfo, type Server, type Socket } from "node:net";
import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { netGrant } from "../testing/net-grant.ts";
import { ProxyRig } from "../testing/proxy-rig.ts";
import { rssGrowth } from "../testing/rss-growth.ts";
import { TestAuthority } from "../testing/test-authority.ts";
import { TestServer } from "../testing/test-server.ts";

const mebibyte = 1024 * 1024;

/** A server that sends a start and then the same bytes without end, as fast as they are taken. */
function endless(start: string, piece: string): Promise<TestServer> {
  const bytes = Buffer.from(piece.repeat(Math.ceil((64 * 1024) / piece.length)));
  const pour = (socket: Socket): void => {
    while (!socket.destroyed && socket.write(bytes));
  };
  return TestServer.tcp((socket) =>
    socket.once("data", () => {
      socket.write(start);
      socket.on("drain", () => pour(socket));
      pour(socket);
    }),
  );
}

describe("heads without end", { timeout: 30_000 }, () => {
  test.each<[string, string, string]>([
    ["one header", "HTTP/1.1 200 OK\r\nx: ", "a"],
    ["one header's name", "HTTP/1.1 200 OK\r\n", "a"],
    ["many headers", "HTTP/1.1 200 OK\r\n", "x: a\r\n"],
    ["a reason", "HTTP/1.1 200 ", "a"],
    ["hints before the answer", "", "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n"],
    ["headers after the body", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n", "x: a\r\n"],
    ["an extension of a chunk", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;", "a"],
    ["zeroes of a chunk's length", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n", "0"],
    ["empty lines", "", "\r\n"],
  ])("%s: the call ends in time, in little memory, and the instance goes on", async (_name, start, piece) => {
    await using server = await endless(start, piece);
    await using well = await TestServer.http((_request, response) => response.end("well"));
    await using rig = new ProxyRig({ limits: { fetchSeconds: 1 } });
    const begun = performance.now();
    const growth = await rssGrowth(async () => {
      const error = await rig.failure("net/fetch", { url: server.origin }, { grant: netGrant(server.origin) });
      expect(["NETWORK_FAILED", "LIMIT_EXCEEDED"]).toContain(error.code);
    });
    expect(performance.now() - begun).toBeLessThan(3000);
    // Gigabytes pass in that time; what the collector has not come to yet is no sign of their being kept.
    expect(growth).toBeLessThan(128 * mebibyte);
    await server.idle();
    expect(await rig.call("net/fetch", { url: well.origin }, { grant: netGrant(well.origin) })).toMatchObject({ body: "well" });
  });
});

describe("a server that speaks HTTP/2 alone", () => {
  async function started(server: Server): Promise<{ port: number; stop: () => void }> {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return { port: (server.address() as AddressInfo).port, stop: () => server.close() };
  }

  test("in TLS: the handshake finds no protocol in common", async () => {
    const authority = await TestAuthority.create();
    const { port, stop } = await started(createSecureServer({ ...(await authority.issue([{ type: "dns", value: "api.example.com" }])), allowHTTP1: false }));
    await using rig = new ProxyRig({ trustedCertificates: [authority.certificate], resolveName: async () => ["127.0.0.1"] });
    const url = `https://api.example.com:${port}/`;
    expect(await rig.failure("net/fetch", { url }, { grant: netGrant(url) })).toMatchObject({ code: "NETWORK_FAILED", message: expect.stringContaining("encrypted connection failed") as string });
    stop();
  });

  test("unencrypted: its answer is no HTTP/1.1", async () => {
    const server = createPlainHttp2Server();
    const { port, stop } = await started(server);
    await using rig = new ProxyRig();
    const url = `http://127.0.0.1:${port}/`;
    expect(await rig.failure("net/fetch", { url }, { grant: netGrant(url) })).toMatchObject({ code: "NETWORK_FAILED" });
    stop();
  });
});
