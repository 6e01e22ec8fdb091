import type { AmbitError } from "@ambit/api-types";
import { createServer } from "node:net";
import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { netGrant } from "../testing/net-grant.ts";
import { ProxyRig, type RigOptions } from "../testing/proxy-rig.ts";
import { TestServer } from "../testing/test-server.ts";

const encrypted = "https://api.example.com/";
const plain = "http://gitlab.lan/";

async function failureThrough(proxy: string, url: string, options: RigOptions = {}): Promise<AmbitError> {
  await using rig = new ProxyRig({ limits: { fetchSeconds: 5 }, proxySettings: () => ({ url: proxy }), ...options });
  return await rig.failure("net/fetch", { url }, { grant: netGrant(url) });
}

describe("a proxy that misbehaves ends the call with the right code, and its words stay on this side", () => {
  test.each<[string, string, RegExp]>([
    ["wants credentials", "HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic realm=SECRET\r\n\r\n", /wants other credentials/],
    ["answers 502", "HTTP/1.1 502 SECRET\r\n\r\n", /did not open a way/],
    ["answers 302", "HTTP/1.1 302 Found\r\nlocation: http://SECRET/\r\n\r\n", /did not open a way/],
    ["speaks no HTTP", "SSH-2.0-SECRET\r\n\r\n", /not answer in proper HTTP/],
    ["has no status", "HTTP/1.1 yes SECRET\r\n\r\n", /not answer in proper HTTP/],
    ["sends a head without end", `HTTP/1.1 200 OK\r\n${`x: ${"a".repeat(1000)}\r\n`.repeat(100)}`, /not answer in proper HTTP/],
    ["sends a head of 20 KB at once", `HTTP/1.1 200 OK\r\nx: ${"a".repeat(20_000)}\r\n\r\n`, /not answer in proper HTTP/],
    ["opens a tunnel to something that is no TLS", "HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 400 SECRET\r\n\r\n", /encrypted connection failed/],
  ])("a tunnel: %s", async (_name, answer, message) => {
    await using proxy = await TestServer.raw(answer);
    const error = await failureThrough(proxy.origin, encrypted);
    expect(error).toMatchObject({ code: "NETWORK_FAILED", message: expect.stringMatching(message) as string });
    expect(JSON.stringify([error.message, error.details])).not.toContain("SECRET");
    await proxy.idle();
  });

  test.each<[string, string, RegExp]>([
    ["wants credentials", "HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic realm=SECRET\r\ncontent-length: 0\r\n\r\n", /wants other credentials/],
    ["speaks no HTTP", "SSH-2.0-SECRET\r\n\r\n", /not proper HTTP/],
  ])("a request that it is to make: %s", async (_name, answer, message) => {
    await using proxy = await TestServer.raw(answer);
    const error = await failureThrough(proxy.origin, plain);
    expect(error).toMatchObject({ code: "NETWORK_FAILED", message: expect.stringMatching(message) as string });
    expect(JSON.stringify([error.message, error.details])).not.toContain("SECRET");
  });

  test.each([encrypted, plain])("breaks off, resets, or is not there: %s", async (url) => {
    for (const end of ["end", "resetAndDestroy"] as const) {
      await using proxy = await TestServer.tcp((socket) => socket.once("data", () => socket[end]()));
      expect(await failureThrough(proxy.origin, url)).toMatchObject({ code: "NETWORK_FAILED" });
    }
    const gone = createServer().listen(0, "127.0.0.1");
    await once(gone, "listening");
    const { port } = gone.address() as { port: number };
    gone.close();
    await once(gone, "close");
    expect(await failureThrough(`http://127.0.0.1:${port}`, url)).toMatchObject({ code: "NETWORK_FAILED", message: "The host's proxy could not be reached." });
  });

  test.each<[string, string, string]>([
    ["says nothing", encrypted, ""],
    ["stalls in its head", encrypted, "HTTP/1.1 200"],
    ["opens a tunnel to silence", encrypted, "HTTP/1.1 200 OK\r\n\r\n"],
    ["says nothing to a request", plain, ""],
  ])("%s: the call's deadline holds, and nothing is left open", async (_name, url, answer) => {
    await using proxy = await TestServer.raw(answer);
    const start = performance.now();
    expect(await failureThrough(proxy.origin, url, { limits: { fetchSeconds: 0.3 } })).toMatchObject({ code: "LIMIT_EXCEEDED", details: { limit: "fetchSeconds" } });
    expect(performance.now() - start).toBeLessThan(3000);
    await proxy.idle();
  });

  test("releasing the instance ends a call that waits for a tunnel", async () => {
    await using proxy = await TestServer.tcp((socket) => socket.resume());
    await using rig = new ProxyRig({ proxySettings: () => ({ url: proxy.origin }) });
    const call = rig.failure("net/fetch", { url: encrypted }, { grant: netGrant(encrypted) });
    while (proxy.connections === 0) await new Promise(setImmediate);
    await rig.release();
    expect(await call).toMatchObject({ code: "INSTANCE_STOPPED" });
    await proxy.idle();
  });
});
