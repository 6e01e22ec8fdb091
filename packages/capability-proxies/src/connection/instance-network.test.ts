import { describe, expect, test } from "vitest";
import { heapInUse } from "../testing/heap-in-use.ts";
import { netGrant } from "../testing/net-grant.ts";
import { ProxyRig } from "../testing/proxy-rig.ts";
import { TestServer } from "../testing/test-server.ts";

describe("the connections of an instance", () => {
  test("a plugin that visits thousands of hosts whose names lead nowhere leaves nothing behind", async () => {
    await using rig = new ProxyRig({ resolveName: () => new Promise(() => undefined), limits: { fetchSeconds: 0.05 } });
    let visited = 0;
    const visit = async (): Promise<void> => {
      const url = `http://host-${(visited += 1)}.example.com/`;
      expect(["LIMIT_EXCEEDED", "NETWORK_FAILED"]).toContain((await rig.failure("net/fetch", { url }, { grant: netGrant(url, "public") })).code);
    };
    const visitMany = async (batches: number): Promise<number> => {
      for (let batch = 0; batch < batches; batch += 1) await Promise.all(Array.from({ length: 200 }, visit));
      return heapInUse();
    };
    const before = await visitMany(4);
    // What is not forgotten of a host takes some kilobytes.
    expect((await visitMany(15)) - before).toBeLessThan(12 * 1024 * 1024);
  });

  test("a pool that has known many servers is replaced, and its calls come to their end", async () => {
    await using server = await TestServer.http((request, response) => void setTimeout(() => response.end(request.headers.host), 20));
    await using rig = new ProxyRig({ resolveName: async () => ["93.184.216.34"], route: () => ({ address: "127.0.0.1", port: server.port }) });
    const visit = async (host: string): Promise<string> => {
      const url = `http://${host}/`;
      return (await rig.call("net/fetch", { url }, { grant: netGrant(url, "public") })).body;
    };
    for (let batch = 0; batch < 4; batch += 1) {
      const hosts = Array.from({ length: 200 }, (_, at) => `host-${batch * 200 + at}.example.com`);
      expect(await Promise.all(hosts.map(visit))).toEqual(hosts);
    }
    await rig.release();
    await server.idle();
  }, 20_000);
});
