import { describe, expect, test } from "vitest";
import { netGrant } from "../testing/net-grant.ts";
import { testNetworkParts } from "../testing/network-parts.ts";
import { ProxyRig, type RigOptions } from "../testing/proxy-rig.ts";
import { TestServer } from "../testing/test-server.ts";
import { networkProxies } from "../network-proxies.ts";

/** A resolver that gives one answer after the other, and counts how often it was asked. */
function answering(...answers: readonly (readonly string[])[]): Required<Pick<RigOptions, "resolveName">> & { readonly asked: string[] } {
  const asked: string[] = [];
  return { asked, resolveName: async (host) => answers[Math.min(asked.push(host), answers.length) - 1] ?? [] };
}

const ok = (): Promise<TestServer> => TestServer.http((_request, response) => response.end("ok"));

describe("addresses are judged where the socket is made", () => {
  test.each([
    ["loopback", ["127.0.0.1"]],
    ["loopback in IPv6", ["::1"]],
    ["loopback mapped into IPv6", ["::ffff:127.0.0.1"]],
    ["loopback behind NAT64", ["64:ff9b::7f00:1"]],
    ["a private network", ["10.0.0.1"]],
    ["a metadata service", ["169.254.169.254"]],
    ["one address of several", ["93.184.216.34", "127.0.0.1"]],
    ["what is no address", ["not an address"]],
    ["an address in an odd spelling", ["0x7f.1"]],
  ])("a public rule refuses %s, and no socket is opened", async (_name, addresses) => {
    await using server = await ok();
    const resolver = answering(addresses);
    await using rig = new ProxyRig(resolver);
    const url = `http://api.example.com:${server.port}/`;
    expect(await rig.failure("net/fetch", { url }, { grant: netGrant(url, "public") })).toMatchObject({ code: "PERMISSION_DENIED" });
    expect(resolver.asked).toEqual(["api.example.com"]);
    expect(server.connections).toBe(0);
  });

  test("a name that rebinds after the check has no second answer: one connection, one lookup", async () => {
    await using server = await ok();
    const resolver = answering(["93.184.216.34"], ["127.0.0.1"]);
    await using rig = new ProxyRig({ ...resolver, route: () => ({ address: "127.0.0.1", port: server.port }) });
    const url = "http://rebind.example.com/";
    expect(await rig.call("net/fetch", { url }, { grant: netGrant(url, "public") })).toMatchObject({ status: 200 });
    expect(await rig.call("net/fetch", { url }, { grant: netGrant(url, "public") })).toMatchObject({ status: 200 });
    expect(resolver.asked).toHaveLength(1);
    await server.closeConnections();
    expect(await rig.failure("net/fetch", { url }, { grant: netGrant(url, "public") })).toMatchObject({ code: "PERMISSION_DENIED" });
    expect(server.connections).toBe(1);
  });

  test("an account's name reaches the local network", async () => {
    await using server = await ok();
    const resolver = answering(["127.0.0.1"]);
    await using rig = new ProxyRig(resolver);
    const url = `http://gitlab.lan:${server.port}/`;
    expect(await rig.call("net/fetch", { url }, { grant: netGrant(url) })).toMatchObject({ body: "ok" });
  });

  test("a second address is tried when the first refuses the connection", async () => {
    await using server = await ok();
    await using rig = new ProxyRig(answering(["127.0.0.9", "127.0.0.1"]));
    const url = `http://gitlab.lan:${server.port}/`;
    expect(await rig.call("net/fetch", { url }, { grant: netGrant(url) })).toMatchObject({ body: "ok" });
  });

  test("a connection that an account opened serves no call under a public rule", async () => {
    await using server = await ok();
    await using rig = new ProxyRig(answering(["127.0.0.1"]));
    const url = `http://git.example.com:${server.port}/`;
    await rig.call("net/fetch", { url }, { grant: netGrant(url, "account") });
    expect(await rig.failure("net/fetch", { url }, { grant: netGrant(url, "public") })).toMatchObject({ code: "PERMISSION_DENIED" });
    expect(server.connections).toBe(1);
  });

  test.each([
    ["public", "PERMISSION_DENIED"],
    ["account", undefined],
    ["literal", undefined],
    ["loopback", undefined],
  ] as const)("an address in the URL is judged under %s, though nothing is looked up", async (rule, code) => {
    await using server = await ok();
    const resolver = answering(["93.184.216.34"]);
    await using rig = new ProxyRig({ ...resolver, sharedPorts: () => [server.port] });
    const call = rig.call("net/fetch", { url: server.origin }, { grant: netGrant(server.origin, rule) });
    await (code === undefined ? expect(call).resolves.toMatchObject({ body: "ok" }) : expect(call).rejects.toMatchObject({ code }));
    expect(resolver.asked).toEqual([]);
    expect(server.connections).toBe(code === undefined ? 1 : 0);
  });

  test("a socket that ends up at another address than was judged is closed before anything is sent", async () => {
    const heard: string[] = [];
    await using server = await TestServer.tcp((socket) => socket.on("data", (chunk) => heard.push(String(chunk))));
    // The system dials 127.0.0.1 for the unspecified address: what was judged is not what was reached.
    const parts = testNetworkParts({ judge: (address: string) => address === "0.0.0.0", resolve: async () => ["0.0.0.0"] });
    const { instance } = new ProxyRig();
    const proxy = networkProxies(parts).find((one) => one.method === "net/fetch");
    if (proxy === undefined) throw new Error("no proxy");
    const url = `http://shared.example.com:${server.port}/`;
    const call = proxy.run({ params: { url }, grant: netGrant(url), instance, signal: new AbortController().signal });
    await expect(call).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    await server.idle();
    expect([server.connections, heard]).toEqual([1, []]);
    await proxy.release?.(instance.instanceId);
  });

  test("a name without addresses, one that does not exist, and a resolver that breaks: NETWORK_FAILED", async () => {
    const url = "http://nowhere.example/";
    const fails = async (resolveName: (host: string) => Promise<readonly string[]>): Promise<unknown> => {
      await using rig = new ProxyRig({ resolveName });
      return await rig.failure("net/fetch", { url }, { grant: netGrant(url) });
    };
    expect(await fails(async () => [])).toMatchObject({ code: "NETWORK_FAILED", message: "The host's name was not found." });
    expect(await fails(() => Promise.reject(Object.assign(new Error("getaddrinfo ENOTFOUND 10.1.1.1"), { code: "ENOTFOUND" })))).toMatchObject({ code: "NETWORK_FAILED", message: "The host's name was not found." });
    expect(await fails(() => Promise.reject("no error at all"))).toMatchObject({ code: "NETWORK_FAILED" });
    expect(await fails(() => { throw new Error("at /etc/hosts"); })).toMatchObject({ code: "NETWORK_FAILED" });
  });

  test("the system's own lookup is used where the integrator gives none", async () => {
    await using server = await ok();
    await using rig = new ProxyRig();
    const url = `http://localhost:${server.port}/`;
    expect(await rig.failure("net/fetch", { url }, { grant: netGrant(url, "public") })).toMatchObject({ code: "PERMISSION_DENIED" });
    expect(await rig.call("net/fetch", { url }, { grant: netGrant(url) })).toMatchObject({ body: "ok" });
  });
});
