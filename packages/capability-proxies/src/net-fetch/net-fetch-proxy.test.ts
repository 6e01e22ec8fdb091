import { describe, expect, test } from "vitest";
import { netGrant } from "../testing/net-grant.ts";
import { ProxyRig } from "../testing/proxy-rig.ts";
import { TestServer } from "../testing/test-server.ts";

describe("net/fetch over a real server", () => {
  test("sends the grant's URL, the guest's headers and body, and gives the whole answer", async () => {
    const seen: { url?: string; method?: string; headers?: NodeJS.Dict<string | string[]>; body?: string } = {};
    await using server = await TestServer.http(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += String(chunk);
      Object.assign(seen, { url: request.url, method: request.method, headers: request.headers, body });
      response.writeHead(201, "Made", [["x-one", "1"], ["set-cookie", "a=1"], ["set-cookie", "b=2"]].flat());
      response.end("thanks");
    });
    await using rig = new ProxyRig();
    const grant = netGrant(`${server.origin}/v1/items?q=a%20b`);
    const answer = await rig.answer("net/fetch", { url: "http://elsewhere.example/", method: "POST", headers: [["X-Key", "k"], ["x-key", "l"]], body: "hello" }, { grant });
    expect(seen).toMatchObject({ url: "/v1/items?q=a%20b", method: "POST", body: "hello" });
    expect(seen.headers).toMatchObject({ "x-key": "k, l", "user-agent": "ambit", "accept-encoding": "gzip, deflate, br, zstd", "content-length": "5", host: `127.0.0.1:${server.port}` });
    expect(answer.result).toMatchObject({ status: 201, statusText: "Made", body: "thanks", encoding: "utf8" });
    expect(answer.result).toHaveProperty("headers", expect.arrayContaining([["x-one", "1"], ["set-cookie", "a=1"], ["set-cookie", "b=2"]]));
    expect(answer).toMatchObject({ bytesIn: 6, bytesOut: 5 });
  });

  test("a guest's own user-agent and accept-encoding stand", async () => {
    await using server = await TestServer.http((request, response) => response.end(`${request.headers["user-agent"]} ${request.headers["accept-encoding"]}`));
    await using rig = new ProxyRig();
    const result = await rig.call("net/fetch", { url: server.origin, headers: [["User-Agent", "p/1"], ["Accept-Encoding", "identity"]] }, { grant: netGrant(server.origin) });
    expect(result.body).toBe("p/1 identity");
  });

  test("bytes go both ways as base64; what is no UTF-8 comes as base64 though text was wanted", async () => {
    await using server = await TestServer.http((request, response) => void request.pipe(response));
    await using rig = new ProxyRig();
    const grant = netGrant(server.origin);
    const bytes = Buffer.from([0xff, 0x00, 0xfe]).toString("base64");
    expect(await rig.call("net/fetch", { url: server.origin, method: "POST", body: bytes, bodyEncoding: "base64" }, { grant })).toMatchObject({ body: bytes, encoding: "base64" });
    expect(await rig.call("net/fetch", { url: server.origin, method: "POST", body: "é", encoding: "base64" }, { grant })).toMatchObject({ body: Buffer.from("é").toString("base64"), encoding: "base64" });
    expect(await rig.failure("net/fetch", { url: server.origin, method: "POST", body: "YQ", bodyEncoding: "base64" }, { grant })).toMatchObject({ code: "INVALID_PARAMS" });
  });

  test("a redirect comes back as it is, and its target is not contacted", async () => {
    await using target = await TestServer.http((_request, response) => response.end("secret"));
    await using server = await TestServer.http((_request, response) => response.writeHead(307, { location: `${target.origin}/` }).end());
    await using rig = new ProxyRig();
    const result = await rig.call("net/fetch", { url: server.origin, headers: [["authorization", "Bearer s"]] }, { grant: netGrant(server.origin) });
    expect(result).toMatchObject({ status: 307, body: "" });
    expect(target.connections).toBe(0);
  });

  test("a method is sent in capitals, as it was judged", async () => {
    await using server = await TestServer.http((request, response) => response.end(request.method));
    await using rig = new ProxyRig();
    expect(await rig.call("net/fetch", { url: server.origin, method: "patch" }, { grant: netGrant(server.origin) })).toMatchObject({ body: "PATCH" });
    expect(await rig.failure("net/fetch", { url: server.origin, method: "get", body: "x" }, { grant: netGrant(server.origin) })).toMatchObject({ code: "INVALID_PARAMS" });
  });

  test("HEAD and 204 have no body, whatever encoding they name", async () => {
    await using server = await TestServer.http((request, response) => response.writeHead(request.method === "HEAD" ? 200 : 204, { "content-encoding": "gzip" }).end());
    await using rig = new ProxyRig();
    expect(await rig.call("net/fetch", { url: server.origin, method: "HEAD" }, { grant: netGrant(server.origin) })).toMatchObject({ status: 200, body: "" });
    expect(await rig.call("net/fetch", { url: server.origin }, { grant: netGrant(server.origin) })).toMatchObject({ status: 204, body: "" });
  });

  test.each([
    ["a Host header", { headers: [["hOsT", "internal.corp"]] as const }, "PERMISSION_DENIED"],
    ["a framing header", { headers: [["Transfer-Encoding", "chunked"]] as const }, "INVALID_PARAMS"],
    ["a line break in a value", { headers: [["x-a", "a\r\nb: c"]] as const }, "INVALID_PARAMS"],
    ["a line break in a name", { headers: [["x-a\r\nb", "c"]] as const }, "INVALID_PARAMS"],
    ["a body with GET", { body: "x" }, "INVALID_PARAMS"],
    ["a method that is no token", { method: "GE T" }, "INVALID_PARAMS"],
    ["CONNECT", { method: "CONNECT" }, "INVALID_PARAMS"],
    ["half a character in a body", { method: "POST", body: "\ud800" }, "INVALID_PARAMS"],
  ])("%s is not sent", async (_name, params, code) => {
    await using server = await TestServer.http((_request, response) => response.end());
    await using rig = new ProxyRig();
    expect(await rig.failure("net/fetch", { url: server.origin, ...params }, { grant: netGrant(server.origin) })).toMatchObject({ code });
    expect(server.connections).toBe(0);
  });

  test("connections are kept within an instance, and are neither shared with another nor left behind", async () => {
    await using server = await TestServer.http((_request, response) => response.end("ok"));
    await using rig = new ProxyRig({ sharedPorts: () => [server.port] });
    const grant = netGrant(server.origin);
    const other = rig.newInstance("instance-2", "another");
    for (const instance of [rig.instance, rig.instance, other]) await rig.call("net/fetch", { url: server.origin }, { grant, instance });
    expect(server.connections).toBe(2);
    await rig.call("net/fetch", { url: server.origin }, { grant: netGrant(server.origin, "loopback") });
    expect(server.connections).toBe(3);
    await rig.release("instance-1");
    await rig.release("instance-2");
    await server.idle();
    expect(server.open).toBe(0);
  });

  test("a call whose signal has aborted does nothing", async () => {
    await using server = await TestServer.http((_request, response) => response.end());
    await using rig = new ProxyRig();
    expect(await rig.failure("net/fetch", { url: server.origin }, { grant: netGrant(server.origin), signal: AbortSignal.abort() })).toMatchObject({ code: "CALL_CANCELLED" });
    expect(server.connections).toBe(0);
  });
});
