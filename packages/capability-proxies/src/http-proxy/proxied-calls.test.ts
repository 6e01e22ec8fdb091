import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { netGrant } from "../testing/net-grant.ts";
import { ProxyRig, type RigOptions } from "../testing/proxy-rig.ts";
import { TestAuthority } from "../testing/test-authority.ts";
import { TestProxy } from "../testing/test-proxy.ts";
import { TestServer } from "../testing/test-server.ts";
import type { ProxySettings } from "./proxy-settings.ts";

let authority: TestAuthority;
beforeAll(async () => {
  authority = await TestAuthority.create();
});
const variables = ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "ALL_PROXY", "NODE_USE_ENV_PROXY"];
afterEach(() => variables.forEach((name) => delete process.env[name]));

const resolvesTo = (...addresses: readonly string[]): { resolveName: (host: string) => Promise<readonly string[]>; asked: string[] } => {
  const asked: string[] = [];
  return { asked, resolveName: async (host) => (asked.push(host), addresses) };
};

async function secureServer(name = "api.example.com"): Promise<TestServer> {
  return TestServer.https(await authority.issue([{ type: "dns", value: name }]), (request, response) => response.end(`${request.headers.host} ${request.url} ${request.headers["proxy-authorization"] ?? "no credentials"}`));
}

function rigWith(settings: () => ProxySettings | undefined, options: RigOptions = {}): ProxyRig {
  return new ProxyRig({ proxySettings: settings, trustedCertificates: [authority.certificate], ...options });
}

describe("through the proxy", () => {
  test("https goes in a tunnel; a name alone is judged, and the answer says so", async () => {
    await using server = await secureServer();
    await using proxy = await TestProxy.start();
    const resolver = resolvesTo("10.0.0.1");
    await using rig = rigWith(() => ({ url: `http://us%40er:pass@127.0.0.1:${proxy.port}` }), resolver);
    const url = `https://api.example.com:${server.port}/x?y`;
    const answer = await rig.answer("net/fetch", { url }, { grant: netGrant(url, "public") });
    expect(answer).toMatchObject({ note: "judged by name only", result: { status: 200, body: `api.example.com:${server.port} /x?y no credentials` } });
    expect(proxy.asked).toMatchObject([{ method: "CONNECT", target: `api.example.com:${server.port}`, headers: { "proxy-authorization": `Basic ${btoa("us@er:pass")}` } }]);
    expect(resolver.asked).toEqual([]);
  });

  test("the server's certificate is verified inside the tunnel", async () => {
    await using server = await secureServer("other.example.com");
    await using proxy = await TestProxy.start();
    await using rig = rigWith(() => ({ url: proxy.url }));
    const url = `https://api.example.com:${server.port}/`;
    expect(await rig.failure("net/fetch", { url }, { grant: netGrant(url, "public") })).toMatchObject({ code: "NETWORK_FAILED", message: expect.stringContaining("certificate") as string });
  });

  test("an account's http goes to the proxy whole, with the proxy's credentials for the proxy alone", async () => {
    await using server = await TestServer.http((request, response) => response.end(`${request.headers.host} ${request.url}`));
    await using proxy = await TestProxy.start();
    await using rig = rigWith(() => ({ url: `http://u:p@127.0.0.1:${proxy.port}` }));
    const url = `http://gitlab.lan:${server.port}/api?x=1`;
    const answer = await rig.answer("net/fetch", { url, method: "POST", body: "hello" }, { grant: netGrant(url) });
    expect(answer).toMatchObject({ note: "judged by name only", result: { status: 200, body: `gitlab.lan:${server.port} /api?x=1` } });
    expect(proxy.asked).toMatchObject([{ method: "POST", target: url, headers: { host: `gitlab.lan:${server.port}`, "proxy-authorization": `Basic ${btoa("u:p")}` } }]);
  });

  test("connections through it are kept within an instance", async () => {
    await using server = await secureServer();
    await using proxy = await TestProxy.start();
    await using rig = rigWith(() => ({ url: proxy.url }));
    const url = `https://api.example.com:${server.port}/`;
    for (let round = 0; round < 3; round += 1) await rig.call("net/fetch", { url }, { grant: netGrant(url, "public") });
    expect(proxy.asked).toHaveLength(1);
    await rig.call("net/fetch", { url }, { grant: netGrant(url, "public"), instance: rig.newInstance("instance-2") });
    expect(proxy.asked).toHaveLength(2);
    await rig.release("instance-2");
  });

  test("a redirect comes as it is, and its target is asked of nobody", async () => {
    await using server = await TestServer.https(await authority.issue([{ type: "dns", value: "api.example.com" }]), (_request, response) => response.writeHead(302, { location: "https://evil.example/" }).end());
    await using proxy = await TestProxy.start();
    await using rig = rigWith(() => ({ url: proxy.url }));
    const url = `https://api.example.com:${server.port}/`;
    expect(await rig.call("net/fetch", { url }, { grant: netGrant(url, "public") })).toMatchObject({ status: 302 });
    expect(proxy.asked).toHaveLength(1);
  });

  test("an address in the URL is judged all the same", async () => {
    await using proxy = await TestProxy.start();
    await using rig = rigWith(() => ({ url: proxy.url }));
    for (const url of ["https://10.0.0.1/", "https://[fd00::1]/"]) {
      expect(await rig.failure("net/fetch", { url }, { grant: netGrant(url, "public") })).toMatchObject({ code: "PERMISSION_DENIED" });
    }
    expect(proxy.asked).toEqual([]);
  });
});

describe("past the proxy", () => {
  test("an excluded host is connected to directly and judged in full", async () => {
    await using server = await secureServer();
    await using proxy = await TestProxy.start();
    const settings = { url: proxy.url, exclusions: ["example.com"] };
    const url = `https://api.example.com:${server.port}/`;
    await using inside = rigWith(() => settings, resolvesTo("10.0.0.1"));
    expect(await inside.failure("net/fetch", { url }, { grant: netGrant(url, "public") })).toMatchObject({ code: "PERMISSION_DENIED" });
    await using outside = rigWith(() => settings, { ...resolvesTo("93.184.216.34"), route: () => ({ address: "127.0.0.1", port: server.port }) });
    const answer = await outside.answer("net/fetch", { url }, { grant: netGrant(url, "public") });
    expect(answer.note).toBeUndefined();
    expect(proxy.asked).toEqual([]);
  });

  test("a name that only ends like an excluded one goes through it", async () => {
    await using proxy = await TestProxy.start();
    await using rig = rigWith(() => ({ url: proxy.url, exclusions: ["example.com"] }));
    const url = "http://badexample.com:1/";
    await rig.call("net/fetch", { url }, { grant: netGrant(url) });
    expect(proxy.asked).toHaveLength(1);
  });

  test.each(["127.0.0.1", "localhost"])("a server on %s, typed for an account or shared, is never looked for at the proxy", async (host) => {
    await using server = await TestServer.http((_request, response) => response.end("here"));
    await using proxy = await TestProxy.start();
    await using rig = rigWith(() => ({ url: proxy.url }), { sharedPorts: () => [server.port] });
    const url = `http://${host}:${server.port}/`;
    expect(await rig.answer("net/fetch", { url }, { grant: netGrant(url) })).toMatchObject({ result: { body: "here" } });
    if (host === "127.0.0.1") expect(await rig.call("net/fetch", { url }, { grant: { kind: "net", url: new URL(url), addresses: "loopback", mayUseProxy: false } })).toMatchObject({ body: "here" });
    expect(proxy.asked).toEqual([]);
  });

  test("the environment names no proxy", async () => {
    await using server = await TestServer.http((_request, response) => response.end("direct"));
    await using proxy = await TestProxy.start();
    for (const name of variables) process.env[name] = name === "NODE_USE_ENV_PROXY" ? "1" : proxy.url;
    await using rig = rigWith(() => undefined, resolvesTo("127.0.0.1"));
    const url = `http://gitlab.lan:${server.port}/`;
    expect(await rig.call("net/fetch", { url }, { grant: netGrant(url) })).toMatchObject({ body: "direct" });
    expect(proxy.asked).toEqual([]);
  });
});

describe("settings reach the next call", () => {
  test("proxy on, off, and another one", async () => {
    await using server = await TestServer.http((_request, response) => response.end("ok"));
    await using first = await TestProxy.start();
    await using second = await TestProxy.start();
    const settings: { url?: string } = {};
    await using rig = rigWith(() => settings, resolvesTo("127.0.0.1"));
    const url = `http://gitlab.lan:${server.port}/`;
    const note = async (): Promise<unknown> => (await rig.answer("net/fetch", { url }, { grant: netGrant(url) })).note;
    expect(await note()).toBeUndefined();
    settings.url = first.url;
    expect(await note()).toBe("judged by name only");
    settings.url = second.url;
    expect(await note()).toBe("judged by name only");
    delete settings.url;
    expect(await note()).toBeUndefined();
    expect([first.asked.length, second.asked.length]).toEqual([1, 1]);
  });

  test("unverified certificates, and verified ones again though a connection is kept", async () => {
    await using server = await secureServer("other.example.com");
    let allowUnverifiedCertificates = true;
    await using rig = new ProxyRig({ proxySettings: () => ({ allowUnverifiedCertificates }), ...resolvesTo("127.0.0.1") });
    const url = `https://api.example.com:${server.port}/`;
    expect(await rig.call("net/fetch", { url }, { grant: netGrant(url) })).toMatchObject({ status: 200 });
    allowUnverifiedCertificates = false;
    expect(await rig.failure("net/fetch", { url }, { grant: netGrant(url) })).toMatchObject({ code: "NETWORK_FAILED", message: expect.stringContaining("certificate") as string });
    await server.idle();
  });

  test("a call under way under old settings comes to its end", async () => {
    let answer = (): void => undefined;
    await using server = await TestServer.http((_request, response) => void (answer = () => response.end("late")));
    await using proxy = await TestProxy.start();
    const settings: { url?: string } = {};
    await using rig = rigWith(() => settings, resolvesTo("127.0.0.1"));
    const url = `http://gitlab.lan:${server.port}/`;
    const slow = rig.call("net/fetch", { url }, { grant: netGrant(url) });
    while (server.connections === 0) await new Promise(setImmediate);
    settings.url = proxy.url;
    const other = "http://nowhere.lan:1/";
    await rig.call("net/fetch", { url: other }, { grant: netGrant(other) });
    answer();
    expect(await slow).toMatchObject({ body: "late" });
    await server.idle();
  });

  test.each([{ url: "socks5://SECRET.corp" }, { url: "http://proxy.corp", exclusions: ["/SECRET"] }])("settings that cannot be read let nothing out", async (settings) => {
    await using server = await TestServer.http((_request, response) => response.end());
    await using rig = rigWith(() => settings, resolvesTo("127.0.0.1"));
    const url = `http://gitlab.lan:${server.port}/`;
    const error = await rig.failure("net/fetch", { url }, { grant: netGrant(url) });
    expect(error).toMatchObject({ code: "NETWORK_FAILED", message: "The host's proxy settings are wrong: the operator has to mend them." });
    expect(server.connections).toBe(0);
  });
});
