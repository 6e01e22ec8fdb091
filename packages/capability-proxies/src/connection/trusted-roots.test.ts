import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { netGrant } from "../testing/net-grant.ts";
import { ProxyRig } from "../testing/proxy-rig.ts";
import { TestAuthority } from "../testing/test-authority.ts";
import { TestServer } from "../testing/test-server.ts";

let authority: TestAuthority;
beforeAll(async () => {
  authority = await TestAuthority.create();
});
afterEach(() => {
  delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
});

const dns = (value: string): { type: "dns"; value: string } => ({ type: "dns", value });
const resolveName = async (): Promise<string[]> => ["127.0.0.1"];

async function secureServer(names: Parameters<TestAuthority["issue"]>[0], expired = false): Promise<TestServer> {
  return TestServer.https(await authority.issue(names, expired), (request, response) => {
    const { servername, alpnProtocol } = request.socket as unknown as { servername?: string | false; alpnProtocol?: string | false };
    response.end(JSON.stringify({ servername, alpnProtocol, host: request.headers.host }));
  });
}

describe("https", () => {
  test("trusts the added certificates, asks for the URL's name, and speaks HTTP/1.1 alone", async () => {
    await using server = await secureServer([dns("api.example.com")]);
    await using rig = new ProxyRig({ resolveName, trustedCertificates: [authority.certificate] });
    const url = `https://api.example.com:${server.port}/`;
    const result = await rig.call("net/fetch", { url }, { grant: netGrant(url) });
    expect(JSON.parse(result.body)).toEqual({ servername: "api.example.com", alpnProtocol: "http/1.1", host: `api.example.com:${server.port}` });
  });

  test("a root dot in the URL is neither in SNI nor in the name of the certificate", async () => {
    await using server = await secureServer([dns("api.example.com")]);
    await using rig = new ProxyRig({ resolveName, trustedCertificates: [authority.certificate] });
    const url = `https://api.example.com.:${server.port}/`;
    const result = await rig.call("net/fetch", { url }, { grant: netGrant(url) });
    expect(JSON.parse(result.body)).toMatchObject({ servername: "api.example.com" });
  });

  test("an address in the URL is checked against the certificate's addresses", async () => {
    await using server = await secureServer([{ type: "ip", value: "127.0.0.1" }]);
    await using rig = new ProxyRig({ trustedCertificates: [authority.certificate] });
    const url = `https://127.0.0.1:${server.port}/`;
    expect(await rig.call("net/fetch", { url }, { grant: netGrant(url, "literal") })).toMatchObject({ status: 200 });
  });

  test("keeps its own view of a certificate for a call that comes later on a kept session", async () => {
    await using server = await secureServer([dns("a.example.com")]);
    await using rig = new ProxyRig({ resolveName, trustedCertificates: [authority.certificate] });
    const right = `https://a.example.com:${server.port}/`;
    const wrong = `https://b.example.com:${server.port}/`;
    await rig.call("net/fetch", { url: right }, { grant: netGrant(right) });
    await server.closeConnections();
    await rig.call("net/fetch", { url: right }, { grant: netGrant(right) });
    expect(await rig.failure("net/fetch", { url: wrong }, { grant: netGrant(wrong) })).toMatchObject({ code: "NETWORK_FAILED" });
  });

  test.each([
    ["a certificate nobody vouches for", [dns("api.example.com")], false, false],
    ["a certificate for another name", [dns("other.example.com")], false, true],
    ["a certificate that has run out", [dns("api.example.com")], true, true],
  ] as const)("%s ends the call, whatever the environment says", async (_name, names, expired, trusted) => {
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
    await using server = await secureServer(names, expired);
    await using rig = new ProxyRig({ resolveName, ...(trusted && { trustedCertificates: [authority.certificate] }) });
    const url = `https://api.example.com:${server.port}/`;
    const error = await rig.failure("net/fetch", { url }, { grant: netGrant(url) });
    expect(error).toMatchObject({ code: "NETWORK_FAILED", message: expect.stringContaining("certificate") as string });
  });

  test("a server that speaks no TLS ends the call", async () => {
    await using server = await TestServer.raw("HTTP/1.1 400 Bad Request\r\n\r\n");
    await using rig = new ProxyRig({ resolveName });
    const url = `https://api.example.com:${server.port}/`;
    expect(await rig.failure("net/fetch", { url }, { grant: netGrant(url) })).toMatchObject({ code: "NETWORK_FAILED", message: expect.stringContaining("certificate") as string });
  });
});
