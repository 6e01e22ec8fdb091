import type { Answer } from "dns-packet";
import { describe, expect, test } from "vitest";
import { netGrant } from "../testing/net-grant.ts";
import { ProxyRig } from "../testing/proxy-rig.ts";
import { type NameServerAnswer, TestNameServer } from "../testing/test-name-server.ts";
import { TestServer } from "../testing/test-server.ts";
import { createDnsResolver } from "./dns-resolver.ts";

const quick = { timeoutMs: 200, tries: 1 };
const a = (name: string, data: string): Answer => ({ type: "A", name, data, ttl: 3600 });
const aaaa = (name: string, data: string): Answer => ({ type: "AAAA", name, data, ttl: 3600 });

/** Answers A questions by the function, and has no IPv6. */
const onlyFour = (answer: (name: string) => readonly Answer[]) => (name: string, type: string): readonly Answer[] => (type === "A" ? answer(name) : []);

/** Fetches under the public rule, with every connection led to the server once the addresses were judged. */
async function fetchBy(answer: (name: string, type: string) => NameServerAnswer, rounds = 1, keepsConnections = true): Promise<{ outcomes: string[]; asked: readonly string[]; connections: number }> {
  await using names = await TestNameServer.start(answer);
  await using server = await TestServer.http((_request, response) => response.writeHead(200, keepsConnections ? {} : { connection: "close" }).end("ok"));
  await using rig = new ProxyRig({ resolveName: createDnsResolver([names.address], quick), route: () => ({ address: "127.0.0.1", port: server.port }) });
  const url = "http://api.example.com/";
  const outcomes: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    outcomes.push(await rig.call("net/fetch", { url }, { grant: netGrant(url, "public") }).then(() => "ok", (error: { code: string; message: string }) => `${error.code} ${error.message}`));
    // The client is told of the end of a connection that is not kept.
    if (!keepsConnections) await server.idle();
  }
  return { outcomes, asked: names.asked, connections: server.connections };
}

const refused = "PERMISSION_DENIED The host's name leads to an address that plugins may not reach.";

describe("names at a real name server", () => {
  test("an address that is public is connected to", async () => {
    expect(await fetchBy(onlyFour((name) => [a(name, "93.184.216.34")]))).toEqual({ outcomes: ["ok"], asked: expect.arrayContaining(["A api.example.com", "AAAA api.example.com"]) as string[], connections: 1 });
  });

  test("a name that rebinds is refused at its next connection, however long its answer was to hold; a kept connection goes on", async () => {
    const rebinding = (): ((name: string, type: string) => readonly Answer[]) => {
      let asked = 0;
      return onlyFour((name) => [a(name, (asked += 1) === 1 ? "93.184.216.34" : "127.0.0.1")]);
    };
    expect(await fetchBy(rebinding(), 2, false)).toMatchObject({ outcomes: ["ok", refused], connections: 1 });
    expect(await fetchBy(rebinding(), 2, true)).toMatchObject({ outcomes: ["ok", "ok"], connections: 1 });
  });

  test.each<[string, (name: string, type: string) => readonly Answer[]]>([
    ["one of several addresses is private", onlyFour((name) => [a(name, "93.184.216.34"), a(name, "10.0.0.1"), a(name, "1.1.1.1")])],
    ["the IPv6 address is loopback", (name, type) => (type === "A" ? [a(name, "93.184.216.34")] : [aaaa(name, "::1")])],
    ["the IPv6 address is loopback dressed up", (name, type) => (type === "A" ? [] : [aaaa(name, "::ffff:127.0.0.1")])],
    ["a chain of names leads inside", onlyFour((name) => [{ type: "CNAME", name, data: "int.corp.local" }, a("int.corp.local", "10.1.2.3")])],
    ["it is the metadata service's", onlyFour((name) => [a(name, "169.254.169.254")])],
  ])("%s: refused, and nothing is connected to", async (_name, answer) => {
    expect(await fetchBy(answer)).toMatchObject({ outcomes: [refused], connections: 0 });
  });

  test("a chain of names that leads to a public host is fine, and so are many addresses", async () => {
    expect(await fetchBy(onlyFour((name) => [{ type: "CNAME", name, data: "edge.example.net" }, a("edge.example.net", "93.184.216.34")]))).toMatchObject({ outcomes: ["ok"] });
    expect(await fetchBy(onlyFour((name) => Array.from({ length: 20 }, (_, at) => a(name, `93.184.216.${at + 1}`))))).toMatchObject({ outcomes: ["ok"] });
  });

  test.each<[string, NameServerAnswer, string]>([
    ["does not know the name", "NXDOMAIN", "NETWORK_FAILED The host's name was not found."],
    ["has no address for it", [], "NETWORK_FAILED The host's name was not found."],
    ["fails", "SERVFAIL", "NETWORK_FAILED The host's name could not be looked up."],
    ["says nothing", undefined, "NETWORK_FAILED The host's name could not be looked up."],
    ["sends rubbish", Buffer.from("rubbish"), "NETWORK_FAILED The host's name could not be looked up."],
  ])("a server that %s", async (_name, answer, outcome) => {
    expect(await fetchBy(() => answer)).toMatchObject({ outcomes: [outcome], connections: 0 });
  });

  test("one kind of address is enough where the other gets no answer", async () => {
    expect(await fetchBy((name, type) => (type === "A" ? [a(name, "93.184.216.34")] : "SERVFAIL"))).toMatchObject({ outcomes: ["ok"] });
    expect(await fetchBy((name, type) => (type === "A" ? "SERVFAIL" : [aaaa(name, "2606:2800:220:1::1")]))).toMatchObject({ outcomes: ["ok"] });
  });

  test("a lookup longer than the call ends with the call", async () => {
    await using names = await TestNameServer.start(() => undefined);
    await using rig = new ProxyRig({ resolveName: createDnsResolver([names.address], { timeoutMs: 20_000 }), limits: { fetchSeconds: 0.3 } });
    const url = "http://api.example.com/";
    const start = performance.now();
    expect(await rig.failure("net/fetch", { url }, { grant: netGrant(url, "public") })).toMatchObject({ code: "LIMIT_EXCEEDED", details: { limit: "fetchSeconds" } });
    expect(performance.now() - start).toBeLessThan(2000);
  });
});

test.each([[[]], [["dns.example"]], [["10.0.0.1:99999"]], [[""]]])("name servers that are none are said at once: %j", (servers) => {
  expect(() => createDnsResolver(servers)).toThrow(expect.objectContaining({ code: "HOST_CONFIG_INVALID" }) as Error);
});
